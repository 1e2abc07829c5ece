/** Where each bet of a roulette lies on its cloth. Drawn along its length: u away from the wheel, v
 * across; a tall screen turns it. The French cloth has the simple chances on both sides, the
 * American on one (CAT-II.2.2-02). */

export interface Box {
  bet: string;
  u: number;
  v: number;
  w: number;
  h: number;
  /** Between numbers: seen only when touched. */
  between?: boolean;
}

export interface Board {
  boxes: Box[];
  length: number;
  breadth: number;
}

export interface Plan {
  side: "both" | "one";
  zeros: readonly string[];
  /** Bets the player calls and the croupier places. */
  called: readonly string[];
}

const CELL = 58;
const ZERO = 58;
const EDGE = 4;
const HAND = 22;
const THIN = 20;

/** The height of a row of numbers and of the bands beside them. */
interface Heights {
  row: number;
  band: number;
}

const LOW: Heights = { row: 76, band: 58 };
const HIGH: Heights = { row: 116, band: 84 };
/** Turned, on a phone: broad cells, so that the whole board is seen at once above the chips. */
export const PHONE: readonly [Heights, Heights] = [{ row: 112, band: 84 }, { row: 176, band: 128 }];

/** The board whose shape comes nearest to that of the felt it lies on, within what one is used to. */
export function boardFor(plan: Plan, shape: number, [from, to]: readonly [Heights, Heights] = [LOW, HIGH]): Board {
  const low = boardOf(plan, from);
  const high = boardOf(plan, to);
  const wanted = (low.length * shape - low.breadth) / (high.breadth - low.breadth);
  const part = Math.min(1, Math.max(0, wanted));
  return boardOf(plan, {
    row: from.row + part * (to.row - from.row),
    band: from.band + part * (to.band - from.band),
  });
}

export function boardOf(plan: Plan, heights: Heights = LOW): Board {
  const { row: ROW, band: BAND } = heights;
  const top = EDGE + (plan.side === "both" ? BAND : 0);
  const left = EDGE + ZERO;
  const right = left + 12 * CELL;
  const bottom = top + 3 * ROW;
  const middle = (n: number): [number, number] => [
    left + (Math.ceil(n / 3) - 0.5) * CELL,
    top + (2 - ((n - 1) % 3) + 0.5) * ROW,
  ];
  const boxes: Box[] = [];
  const add = (bet: string, u: number, v: number, w: number, h: number): void =>
    void boxes.push({ bet, u, v, w, h });
  const between = (bet: string, u: number, v: number, w: number, h: number): void =>
    void boxes.push({ bet, u: u - w / 2, v: v - h / 2, w, h, between: true });

  const [zero = "0", double] = plan.zeros;
  const high = double ? 1.5 * ROW : 3 * ROW;
  add(`pleno:${zero}`, EDGE, bottom - high, ZERO, high);
  if (double) add(`pleno:${double}`, EDGE, top, ZERO, high);
  for (let n = 1; n <= 36; n++) {
    const [u, v] = middle(n);
    add(`pleno:${n}`, u - CELL / 2, v - ROW / 2, CELL, ROW);
  }
  sides(plan, add, left, right, top, bottom, heights);

  for (let n = 1; n <= 36; n++) {
    const [u, v] = middle(n);
    const first = (n - 1) % 3 === 0;
    if (n % 3) between(`caballo:${n}-${n + 1}`, u, v - ROW / 2, HAND, THIN);
    if (n <= 33) between(`caballo:${n}-${n + 3}`, u + CELL / 2, v, THIN, HAND);
    if (n % 3 && n <= 33)
      between(`cuadro:${n}-${n + 1}-${n + 3}-${n + 4}`, u + CELL / 2, v - ROW / 2, THIN, THIN);
    if (first) between(`calle:${run(n, 3)}`, u, bottom, HAND, THIN);
    if (first && n <= 31) between(`linea:${run(n, 6)}`, u + CELL / 2, bottom, THIN, THIN);
  }
  const [one, two, three] = [middle(1)[1], middle(2)[1], middle(3)[1]];
  between(`caballo:${zero}-1`, left, one, THIN, HAND);
  between(`calle:${zero}-1-2`, left, (one + two) / 2, THIN, THIN);
  if (double) {
    between(`caballo:${zero}-${double}`, EDGE + ZERO / 2, (top + bottom) / 2, HAND, THIN);
    between(`caballo:${zero}-2`, left, two + 16, THIN, 14);
    between(`calle:${zero}-${double}-2`, left, two, THIN, 16);
    between(`caballo:${double}-2`, left, two - 16, THIN, 14);
    between(`calle:${double}-2-3`, left, (two + three) / 2, THIN, THIN);
    between(`caballo:${double}-3`, left, three, THIN, HAND);
    between("linea-especial", left, bottom, THIN, THIN);
  } else {
    between(`caballo:${zero}-2`, left, two, THIN, HAND);
    between(`calle:${zero}-2-3`, left, (two + three) / 2, THIN, THIN);
    between(`caballo:${zero}-3`, left, three, THIN, HAND);
    between(`cuadro:${zero}-1-2-3`, left, bottom, THIN, THIN);
  }
  if (plan.side === "both") {
    for (const n of [1, 2]) {
      const v = bottom - n * ROW;
      between(`dos-columnas:${n}-${n + 1}`, right + CELL / 2, v, HAND, THIN);
      between(`dos-docenas:${n}-${n + 1}`, right + 1.5 * CELL, v, HAND, THIN);
    }
  }

  const under = bottom + (plan.side === "both" ? BAND : 2 * BAND);
  const length = right + (plan.side === "both" ? 2 : 1) * CELL + EDGE;
  plan.called.forEach((bet, n) => {
    const w = (12 * CELL) / plan.called.length;
    add(bet, left + n * w + 6, under + 14, w - 12, 52);
  });
  return { boxes, length, breadth: under + (plan.called.length ? 70 : 0) + EDGE };
}

type Add = (bet: string, u: number, v: number, w: number, h: number) => void;

function sides(
  plan: Plan,
  add: Add,
  left: number,
  right: number,
  top: number,
  bottom: number,
  { row: ROW, band: BAND }: Heights,
): void {
  for (const n of [1, 2, 3]) add(`columna:${n}`, right, bottom - n * ROW, CELL, ROW);
  const third = 4 * CELL;
  if (plan.side === "both") {
    for (const n of [1, 2, 3]) add(`docena:${n}`, right + CELL, bottom - n * ROW, CELL, ROW);
    ["mayor", "par", "negro"].forEach((bet, n) => add(bet, left + n * third, top - BAND, third, BAND));
    ["menor", "impar", "rojo"].forEach((bet, n) => add(bet, left + n * third, bottom, third, BAND));
    return;
  }
  for (const n of [1, 2, 3]) add(`docena:${n}`, left + (n - 1) * third, bottom, third, BAND);
  ["menor", "par", "rojo", "negro", "impar", "mayor"].forEach((bet, n) =>
    add(bet, left + n * 2 * CELL, bottom + BAND, 2 * CELL, BAND),
  );
}

function run(from: number, many: number): string {
  return Array.from({ length: many }, (_, n) => from + n).join("-");
}

/** The same board turned for a tall screen: the wheel's end on top, 1 on the left. */
export function turned(board: Board): Board {
  return {
    length: board.breadth,
    breadth: board.length,
    boxes: board.boxes.map((box) => ({
      ...box,
      u: board.breadth - box.v - box.h,
      v: box.u,
      w: box.h,
      h: box.w,
    })),
  };
}

/** Where the chips of a box lie: on a number or between numbers in the middle, elsewhere beside the middle,
 * where the print stands, or in a box that is higher than wide under it. */
export function chipsOf({ bet, u, v, w, h, between }: Box, r: number): readonly [number, number] {
  if (between || bet.startsWith("pleno:")) return [u + w / 2, v + h / 2];
  if (w > 1.5 * h) return [u + w - Math.max(1.25 * r, 0.14 * w), v + h / 2];
  return [u + w / 2, v + h - 1.2 * r];
}

/** The numbers a bet wins on, to show them when it is touched. */
export function covers(bet: string, red: ReadonlySet<string>): (number: string) => boolean {
  const [kind = "", on = ""] = bet.split(":");
  const n = Number(on);
  const column = (number: string): number => ((Number(number) - 1) % 3) + 1;
  const dozen = (number: string): number => Math.ceil(Number(number) / 12);
  const outside = (number: string): boolean => number !== "0" && number !== "00";
  const tests: Record<string, (number: string) => boolean> = {
    columna: (number) => column(number) === n,
    docena: (number) => dozen(number) === n,
    "dos-columnas": (number) => on.split("-").includes(String(column(number))),
    "dos-docenas": (number) => on.split("-").includes(String(dozen(number))),
    par: (number) => Number(number) % 2 === 0,
    impar: (number) => Number(number) % 2 === 1,
    rojo: (number) => red.has(number),
    negro: (number) => !red.has(number),
    menor: (number) => Number(number) <= 18,
    mayor: (number) => Number(number) >= 19,
  };
  const test = tests[kind];
  if (test) return (number) => outside(number) && test(number);
  if (kind === "linea-especial") return (number) => ["0", "00", "1", "2", "3"].includes(number);
  const numbers = new Set(on.split("-"));
  return (number) => numbers.has(number);
}
