/** A plane for a drawing: values to places, and round numbers along an axis. */

interface Plane {
  x: (value: number) => number;
  y: (value: number) => number;
}

export function plane(
  [left, right]: [number, number],
  [low, high]: [number, number],
  box: { left: number; right: number; top: number; bottom: number },
): Plane {
  const wide = right - left || 1;
  const tall = high - low || 1;
  return {
    x: (value) => box.left + ((value - left) / wide) * (box.right - box.left),
    y: (value) => box.bottom - ((value - low) / tall) * (box.bottom - box.top),
  };
}

/** About `many` round numbers from low to high. */
export function ticks(low: number, high: number, many = 5): number[] {
  const rough = (high - low) / many || 1;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * size).find((one) => one >= rough) ?? rough;
  const found: number[] = [];
  for (let n = Math.ceil(low / step - 1e-9); n * step <= high + step * 1e-9; n += 1) found.push(n * step + 0);
  return found;
}

export const path = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], n) => `${n ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
