/** Where each bet of craps lies: the line and the numbers on one side, the single throws on the
 * other. On a tall screen the throws lie below, and the numbers one under the other. */

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

/** What stands over a column, or before a row. */
export type Head = Omit<Box, "number" | "dice">;

interface Layout {
  boxes: Box[];
  heads: Head[];
  width: number;
  height: number;
}

const POINTS = ["4", "5", "6", "8", "9", "10"] as const;

const EDGE = 4;
const SIDE = 100;
const CELL = 96;
const LINE = SIDE + 6 * CELL;
const BETWEEN = 20;
const THROWS = 330;
const GAP = 8;

/** The cloth on a felt of a shape (its height to its width): what is higher than drawn is stretched. */
export function layout(shape: number): Layout {
  const { boxes: line, heads } = wide();
  const high = 460;
  const width = LINE + BETWEEN + THROWS + 2 * EDGE;
  const taller = Math.min(1.4, Math.max(1, (shape * width) / (high + EDGE)));
  const boxes = [...line, ...throws(EDGE + LINE + BETWEEN, EDGE, THROWS, [58, 82, 82, 58], high - EDGE)];
  return {
    boxes: boxes.map((box) => ({ ...box, y: box.y * taller, h: box.h * taller })),
    heads: heads.map((head) => ({ ...head, y: head.y * taller, h: head.h * taller })),
    width,
    height: (high + EDGE) * taller,
  };
}

/** The line, the numbers, the field; what a row of the numbers is stands before it. Odds lie behind the Pass Line, outside of it, and at the side of
 * Don't Pass (CAT-IV.1.5-46). */
function wide(): Pick<Layout, "boxes" | "heads"> {
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
    { bet: "dont-come", x: EDGE, y: 40, w: SIDE, h: 120 },
    { bet: "come", x: numbers, y: 196, w: whole, h: 66 },
    { bet: "field", x: numbers, y: 262, w: whole, h: 66 },
    { bet: "big-6", x: EDGE, y: 196, w: SIDE, h: 66 },
    { bet: "big-8", x: EDGE, y: 262, w: SIDE, h: 66 },
    { bet: "dont-pass", x: EDGE, y: 328, w: SIDE + 4 * CELL, h: 48 },
    { bet: "odds-dont-pass", x: numbers + 4 * CELL, y: 328, w: 2 * CELL, h: 48 },
    { bet: "pass", x: EDGE, y: 376, w: LINE, h: 48 },
    { bet: "odds-pass", x: EDGE, y: 424, w: LINE, h: 36 },
  );
  const heads = [
    { bet: "wrong", x: EDGE, y: EDGE, w: SIDE, h: 36 },
    { bet: "right", x: EDGE, y: 160, w: SIDE, h: 36 },
  ];
  return { boxes, heads };
}

const COLUMNS = ["wrong", "dont-come", "come", "right"] as const;

/** On a phone: a row a number, a column a bet, so that what is printed can be read and touched. */
export function tall(): Layout {
  const w = LINE / COLUMNS.length;
  const [head, row] = [44, 48];
  const heads = COLUMNS.map((bet, n) => ({ bet, x: EDGE + n * w, y: EDGE, w, h: head }));
  const boxes = POINTS.flatMap((point, r) =>
    COLUMNS.map((bet, n): Box => {
      const box = { bet: `${bet}:${point}`, x: EDGE + n * w, y: EDGE + head + r * row, w, h: row };
      return bet === "come" ? { ...box, number: point } : box;
    }),
  );
  let y = EDGE + head + POINTS.length * row;
  const under = (h: number, ...all: [bet: string, w: number][]): void => {
    let x = EDGE;
    for (const [bet, w] of all) {
      boxes.push({ bet, x, y, w, h });
      x += w;
    }
    y += h;
  };
  under(54, ["dont-come", 0.44 * LINE], ["come", 0.56 * LINE]);
  under(66, ["big-6", LINE / 6], ["field", (2 * LINE) / 3], ["big-8", LINE / 6]);
  under(50, ["dont-pass", 0.58 * LINE], ["odds-dont-pass", 0.42 * LINE]);
  under(50, ["pass", LINE]);
  under(48, ["odds-pass", LINE]);
  const heights = [52, 84, 84, 52] as const;
  const below = heights.reduce((sum, one) => sum + one, 3 * GAP);
  boxes.push(...throws(EDGE, y + 12, LINE, heights, below));
  return { boxes, heads, width: LINE + 2 * EDGE, height: y + 12 + below + EDGE };
}

/** Bets on the next throw, and the hard ways: four rows, together as high as said. */
function throws(x: number, y: number, whole: number, heights: readonly number[], high: number): Box[] {
  const rows: Omit<Box, "x" | "y" | "w" | "h">[][] = [
    [{ bet: "under-7" }, { bet: "siete" }, { bet: "over-7" }],
    [
      { bet: "hard-4", dice: ["2", "2"] },
      { bet: "hard-6", dice: ["3", "3"] },
      { bet: "hard-8", dice: ["4", "4"] },
      { bet: "hard-10", dice: ["5", "5"] },
    ],
    [
      { bet: "craps-2", dice: ["1", "1"] },
      { bet: "craps-3", dice: ["1", "2"] },
      { bet: "craps-12", dice: ["6", "6"] },
      { bet: "once", dice: ["5", "6"] },
    ],
    [{ bet: "any-craps" }, { bet: "horn" }],
  ];
  const stretch = (high - 3 * GAP) / heights.reduce((sum, one) => sum + one, 0);
  const boxes: Box[] = [];
  let at = y;
  rows.forEach((row, r) => {
    const h = (heights[r] ?? 0) * stretch;
    const w = whole / row.length;
    row.forEach((box, n) => boxes.push({ ...box, x: x + n * w, y: at, w, h }));
    at += h + GAP;
  });
  return boxes;
}
