/** Balls called aloud by the browser's own speech; off until the reader turns it on. */
import { settings } from "../../lib/settings.svelte";

const KEY = "tapete.bingo.voice";

class Voice {
  on = $state(localStorage.getItem(KEY) === "on");
  /** Whether this browser can speak. */
  readonly able = "speechSynthesis" in window;

  turn(): void {
    this.on = !this.on;
    localStorage.setItem(KEY, this.on ? "on" : "off");
    if (!this.on && this.able) speechSynthesis.cancel();
  }

  say(text: string): void {
    if (!this.on || !this.able || document.hidden) return;
    const words = new SpeechSynthesisUtterance(text);
    words.lang = settings.locale;
    speechSynthesis.speak(words);
  }
}

export const voice = new Voice();
