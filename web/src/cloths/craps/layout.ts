/** Where each bet of craps lies: the line and the numbers on one side, the single throws on the
 * other; on a tall screen below. */

export interface Box {
  bet: string;
  x: number;
  y: number;
  w: number;
  h: number;
  /** Printed on it in place of its name: a number. */
  number?: string;
  /** Dice printed on it. */
  dice?: readonly string[];
}

export interface Layout {
  boxes: Box[];
  width: number;
  height: number;
}

export const POINTS = ["4", "5", "6", "8", "9", "10"] as const;

const EDGE = 4;
const SIDE = 100;
const CELL = 96;

export function layout(tall: boolean): Layout {
  const left = line();
  const right = throws(tall ? EDGE : EDGE + SIDE + 6 * CELL + 24, tall ? 452 : EDGE, tall);
  return tall
    ? { boxes: [...left, ...right], width: SIDE + 6 * CELL + 2 * EDGE, height: 452 + 326 }
    : { boxes: [...left, ...right], width: SIDE + 6 * CELL + 24 + 330 + 2 * EDGE, height: 438 };
}

/** The line, the numbers, the field. */
function line(): Box[] {
  const boxes: Box[] = [];
  const numbers = EDGE + SIDE;
  const whole = 6 * CELL;
  POINTS.forEach((point, n) => {
    const x = numbers + n * CELL;
    boxes.push(
      { bet: `wrong:${point}`, x, y: EDGE, w: CELL, h: 36 },
      { bet: `dont-come:${point}`, x, y: 40, w: CELL, h: 36 },
      { bet: `come:${point}`, x, y: 76, w: CELL, h: 84, number: point },
      { bet: `right:${point}`, x, y: 160, w: CELL, h: 36 },
    );
  });
  boxes.push(
    { bet: "dont-come", x: EDGE, y: EDGE, w: SIDE, h: 192 },
    { bet: "come", x: numbers, y: 196, w: whole, h: 70 },
    { bet: "field", x: numbers, y: 266, w: whole, h: 62 },
    { bet: "big-6", x: EDGE, y: 196, w: SIDE, h: 66 },
    { bet: "big-8", x: EDGE, y: 262, w: SIDE, h: 66 },
    { bet: "dont-pass", x: EDGE, y: 328, w: SIDE + 4 * CELL, h: 48 },
    { bet: "odds-dont-pass", x: numbers + 4 * CELL, y: 328, w: 2 * CELL, h: 48 },
    { bet: "pass", x: EDGE, y: 376, w: SIDE + 4 * CELL, h: 58 },
    { bet: "odds-pass", x: numbers + 4 * CELL, y: 376, w: 2 * CELL, h: 58 },
  );
  return boxes;
}

/** Bets on the next throw, and the hard ways. */
function throws(x: number, y: number, tall: boolean): Box[] {
  const whole = tall ? SIDE + 6 * CELL : 330;
  const rows: { high: number; row: Omit<Box, "x" | "y" | "w" | "h">[] }[] = [
    { high: 58, row: [{ bet: "under-7" }, { bet: "siete" }, { bet: "over-7" }] },
    {
      high: 82,
      row: [
        { bet: "hard-4", dice: ["2", "2"] },
        { bet: "hard-6", dice: ["3", "3"] },
        { bet: "hard-8", dice: ["4", "4"] },
        { bet: "hard-10", dice: ["5", "5"] },
      ],
    },
    {
      high: 82,
      row: [
        { bet: "craps-2", dice: ["1", "1"] },
        { bet: "craps-3", dice: ["1", "2"] },
        { bet: "craps-12", dice: ["6", "6"] },
        { bet: "once", dice: ["5", "6"] },
      ],
    },
    { high: 58, row: [{ bet: "any-craps" }, { bet: "horn" }] },
  ];
  const boxes: Box[] = [];
  let at = y;
  for (const { high, row } of rows) {
    const w = whole / row.length;
    row.forEach((box, n) => boxes.push({ ...box, x: x + n * w, y: at, w, h: high }));
    at += high + 8;
  }
  return boxes;
}
