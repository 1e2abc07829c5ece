/** What a play of the sign is called: a hand, or a bet and the result it pays on. */
import { betName, named, words } from "../lib/words.svelte";

export function playName(play: string): string {
  const [what = "", at] = play.split("@");
  const name = words.find(`hand.${what}`) ? named("hand", what) : betName(what);
  if (!at) return name;
  const on = [`paid.${play}`, `paid.${at}`, `hand.${at}`].map((key) => words.find(key)).find(Boolean);
  return `${name} (${on ?? at})`;
}
