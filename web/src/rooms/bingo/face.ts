/** Where the numbers of a card stand. */

/** Each row with a place a column, empty where the card has no number. */
export const placed = (rows: readonly number[][], columns: readonly [number, number][]): (number | null)[][] =>
  rows.map((row) => columns.map(([low, high]) => row.find((number) => low <= number && number <= high) ?? null));
