/** Games by the room they are found in. */
export const FAMILIES = ["roulette", "cards", "poker", "dice"] as const;
export type Family = (typeof FAMILIES)[number];

const DICE = ["craps", "mini-craps", "corona-y-ancla", "chuck-a-luck"];

export function familyOf(game: string): Family {
  if (game.startsWith("ruleta") || game === "big-six") return "roulette";
  if (DICE.includes(game)) return "dice";
  return /poker|texas|omaha|stud/.test(game) ? "poker" : "cards";
}
