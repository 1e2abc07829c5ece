/** The reader's own settings: language, room, motion. They stay on this machine. */

const LANGS = ["es", "en"] as const;
export type Lang = (typeof LANGS)[number];
const ROOMS = ["dark", "bright"] as const;
export type Room = (typeof ROOMS)[number];

const LOCALES: Record<Lang, string> = { es: "es-CL", en: "en-GB" };

class Settings {
  lang = $state<Lang>(kept("tapete.lang", LANGS) ?? spoken());
  room = $state<Room>(kept("tapete.room", ROOMS) ?? "dark");
  /** Whether the reader asked his system for less movement. */
  still = $state(false);

  get locale(): string {
    return LOCALES[this.lang];
  }

  constructor() {
    const wish = matchMedia("(prefers-reduced-motion: reduce)");
    this.still = wish.matches;
    wish.addEventListener("change", () => (this.still = wish.matches));
  }

  speak(lang: Lang): void {
    this.lang = lang;
    localStorage.setItem("tapete.lang", lang);
  }

  light(room: Room): void {
    this.room = room;
    localStorage.setItem("tapete.room", room);
  }
}

function kept<T extends string>(key: string, known: readonly T[]): T | null {
  const found = localStorage.getItem(key);
  return known.find((value) => value === found) ?? null;
}

/** Spanish, unless the first language of the reader's program is English. */
function spoken(): Lang {
  return navigator.language.toLowerCase().startsWith("en") ? "en" : "es";
}

export const settings = new Settings();
