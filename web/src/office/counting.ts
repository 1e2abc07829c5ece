/** Pieces of money or chips counted in a tray: how many of each value. */
export type Pieces = Record<number, number>;

/** What no piece is worth, in single pesos. */
export const LOOSE = 1;

export function totalOf(pieces: Pieces): number {
  return Object.entries(pieces).reduce((sum, [value, many]) => sum + Number(value) * many, 0);
}

/** An amount in as few pieces as possible; the rest in loose pesos. */
export function fewest(amount: number, values: readonly number[]): Pieces {
  const found: Pieces = {};
  let left = amount;
  for (const value of [...values].sort((a, b) => b - a)) {
    const many = Math.floor(left / value);
    if (many) found[value] = many;
    left -= many * value;
  }
  if (left) found[LOOSE] = left;
  return found;
}
