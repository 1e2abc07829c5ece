/** The sides of games whose results are kept as a road, each with its colour. */
const BANK = { punto: "#1f5fa8", banca: "#b8292f", empate: "#1b7f4d" };
const ROWS = { rojo: "#b8292f", negro: "#17181c", empate: "#1b7f4d" };

export function sidesOf(game: string): Record<string, string> {
  return game === "treinta-y-cuarenta" ? ROWS : BANK;
}
