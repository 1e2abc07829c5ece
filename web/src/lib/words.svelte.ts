/** Names of things of the games, from the project's own texts: games, bets, moves, hands. */
import { get } from "./api/http";
import { settings, type Lang } from "./settings.svelte";
import { t } from "./texts";

type Words = Record<string, string>;

class Dictionary {
  private known = $state.raw<Partial<Record<Lang, Words>>>({});

  get ready(): boolean {
    return this.known[settings.lang] !== undefined;
  }

  async load(lang: Lang): Promise<void> {
    if (this.known[lang]) return;
    const words = await get<Words>(`/api/words/${lang}`);
    this.known = { ...this.known, [lang]: words };
  }

  find(key: string): string | undefined {
    return this.known[settings.lang]?.[key];
  }
}

export const words = new Dictionary();

/** The name of a thing, or its own id where no name is written. */
export function named(family: string, code: string): string {
  return words.find(`${family}.${code}`) ?? code;
}

export const gameName = (game: string): string => named("game", game);
export const roleName = (role: string): string => named("role", role);
export const editionName = (edition: string): string => named("edition", edition);

/** A table, a hall or a machine as a person calls it: its game and its number, or what it is called
 * after its game (`black-jack-sala`); a game whose name ends in a number has "mesa" between the two. A name of the house's own stands after its game, where that is known. */
export function tableName(table: string, game = ""): string {
  const own = words.find(`unit-name.${table}`);
  if (own) return own;
  const [, whole = "", part = "", at = ""] = /^(.+)-(mesa|maquina)-(.+)$/.exec(table) ?? []; // of a tournament
  if (whole) return `${tableName(whole)}, ${named("unit-name", part)} ${at}`;
  const parts = table.split("-");
  for (let n = parts.length - 1; n > 0; n--) {
    const first = parts.slice(0, n).join("-");
    const known = words.find(`game.${first}`) ?? words.find(`unit-name.${first}`);
    const rest = parts.slice(n).join(" ");
    if (known) return /\d$/.test(known) ? `${known}, ${named("unit-name", "mesa")} ${rest}` : `${known} ${rest}`;
  }
  return game ? `${gameName(game)}, ${table}` : table;
}

/** A word that stands as a value in a rulebook. */
export function wordOf(value: string): string {
  const found = ["value", "cause", "move", "role", "hand", "bet", "game"].map((family) => words.find(`${family}.${value}`));
  return found.find((name) => name !== undefined) ?? (/^[a-z][a-z-]+$/.test(value) ? value.replaceAll("-", " ") : value);
}

/** A bet as a person says it, with its numbers and where its chips are held. */
export function betName(bet: string): string {
  const [spot = "", held] = bet.split("@");
  const [kind = "", on] = spot.split(":");
  const name =
    words.find(`bet.${bet}`) ??
    words.find(`bet.${spot}`) ??
    (on !== undefined && words.find(`bet.${kind}.on`)?.replace("{on}", on)) ??
    "";
  const said = name || `${named("bet", kind)} ${on ?? ""}`.trim();
  return held && !words.find(`bet.${bet}`) ? `${said} (${named("held", held)})` : said;
}

/** A move as a person says it; of a hand, or in a round of betting, it may have a name of its own. */
export function moveName(move: string, about?: string | null): string {
  const [name = "", detail = ""] = move.split(":");
  const family = about?.startsWith("seat:") ? "handmove" : "roundmove";
  const own = about && !detail ? (words.find(`move.${name}.${about}`) ?? words.find(`${family}.${name}`)) : undefined;
  if (own) return own;
  return `${named("move", name)} ${detail}`.trim();
}

const SUITS: Record<string, string> = { c: "♣", s: "♠", d: "♦", h: "♥" };

/** A♥, 10♣. */
export function cardName(card: string): string {
  const suit = card.length === 2 ? SUITS[card[1] ?? ""] : undefined;
  return suit ? (card[0] ?? "").replace("T", "10") + suit : card;
}

/** What chance brought: symbols and hands by their names, numbers as they are. */
export function resultName(result: string): string {
  const hand = words.find(`hand.${result}`);
  if (hand) return hand;
  if (/^[a-z]+$/.test(result) && !words.find(`symbol.${result}`) && words.find(`bet.${result}`)) return betName(result);
  const parts = result.split("-");
  if (parts.every((part) => words.find(`symbol.${part}`))) {
    return new Intl.ListFormat(settings.locale).format(parts.map((part) => named("symbol", part)));
  }
  return parts.map(cardName).join("-");
}

/** What a decision is about: a named question, a hand, or a bet. */
export function aboutName(about: string): string {
  const known = words.find(`about.${about}`);
  if (known) return known;
  if (about.startsWith("seat:")) {
    return `${named("about", "hand")} ${about.split("/")[1] ?? ""}`.trim();
  }
  return betName(about);
}

/** A place where cards lie: before a seat (and which of its hands), or a place of the table. */
export function zoneName(zone: string, seatName: (seat: string) => string): string {
  const [where, rest = ""] = zone.split(":");
  const [seat, hand] = rest.split("/");
  if (where === "seat" && seat) return `${seatName(seat)}${hand ? ` (${hand})` : ""}`;
  return words.find(`place.${zone}`) ? named("place", zone) : betName(zone);
}

export function turnName(to: string): string {
  return words.find(`turn.${to}`) ?? aboutName(to);
}

/** `progresivo-poker` is the pot of poker to people: what comes after the first word. */
export function potName(pot: string): string {
  const name = pot.split("-").slice(1).join(" ");
  return name === "poker" ? t("family.poker") : name || pot;
}
