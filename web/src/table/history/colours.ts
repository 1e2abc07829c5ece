/** Red numbers of a roulette (CAT-II.2.5-25, read with 32 where 23 stands twice). */
const RED = new Set(
  [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36].map(String),
);

export type Colour = "red" | "black" | "zero";

export function colourOf(number: string): Colour {
  if (number === "0" || number === "00") return "zero";
  return RED.has(number) ? "red" : "black";
}
