/** Chips of the house: their colours by denomination, and which of them make up an amount. */

/** Colour of a chip and of its edge marks, from the smallest denomination up. */
export const COLOURS: readonly (readonly [string, string])[] = [
  ["#7d8a99", "#fff"],
  ["#f2efe6", "#2b3a55"],
  ["#d8739d", "#fff"],
  ["#c02a31", "#fff"],
  ["#1f63b0", "#fff"],
  ["#1b8550", "#fff"],
  ["#22242b", "#e5b94e"],
  ["#7a3fa0", "#fff"],
  ["#c9820f", "#fff"],
];

/** The colours of the chip of a denomination. */
export function colourOf(value: number, values: readonly number[]): readonly [string, string] {
  const index = Math.max(0, values.findLastIndex((one) => one <= value));
  return COLOURS[index % COLOURS.length]!;
}

/** No pile is drawn higher. */
export const HIGHEST = 8;

/** The chips an amount is laid with, the largest first: few chips, and rather of one kind. Three of
 * 1.000 are three chips of 1.000, not one of 2.500 and one of 500. */
export function piecesOf(amount: number, values: readonly number[]): number[] {
  const down = [...values].sort((a, b) => b - a);
  let best: number[] = [];
  let least = Infinity;
  for (let from = 0; from < down.length; from++) {
    const found: number[] = [];
    let left = amount;
    for (const value of down.slice(from)) {
      const many = Math.floor(left / value);
      if (found.length + many > 60) break; // too high a pile to be laid so
      for (let n = 0; n < many; n++) found.push(value);
      left -= many * value;
    }
    const cost = found.length + 2 * new Set(found).size + (left > 0 ? 100 : 0);
    if (found.length && cost < least) [best, least] = [found, cost];
  }
  return best.length ? best : [amount];
}
