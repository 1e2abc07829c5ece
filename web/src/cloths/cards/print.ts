/** What is printed along an arc, on a small screen: a long line in two, parted near its middle. */
const LONG = 30;

export function inLines(text: string): string[] {
  if (text.length <= LONG) return [text];
  const middle = text.length / 2;
  const gaps = [...text.matchAll(/ /g)].map(({ index }) => index);
  const gap = gaps.reduce((best, at) => (Math.abs(at - middle) < Math.abs(best - middle) ? at : best), gaps[0] ?? text.length);
  return [text.slice(0, gap), text.slice(gap + 1)].filter(Boolean);
}
