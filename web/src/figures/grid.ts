/** A chart as a grid of cells: what is in each, and what is told of it. */
import type { ChartCell, ChartOut, ChartPart } from "../lib/api/types";
import { percent, ten } from "../lib/figures";
import { t, has } from "../lib/texts/figures";
import { moveName } from "../lib/words.svelte";
import { letter } from "./names";

export interface Told {
  move: string;
  name: string;
  /** In bets, where the chart says so. */
  value: number | null;
  share: number | null;
  cost: number | null;
}

export interface Square {
  text: string;
  move: string;
  certain: boolean;
  label: string;
  otherwise: string;
  told: Told[];
}

interface Grid {
  title: string;
  columns: string[];
  rows: { label: string; squares: Square[] }[];
}

function totals(part: string, label: string): string {
  if (part === "soft") return `A-${Number(label) - 11}`;
  return ten(part === "pairs" ? `${label}-${label}` : label);
}

function square(kind: string, single: boolean, hand: string, up: string, cell: ChartCell): Square {
  const move = cell.move;
  const shares = Object.entries(cell.shares);
  const certain = kind === "twentyone" || shares.length < 2;
  const best = Math.max(...Object.values(cell.values));
  const told = (kind === "twentyone" ? Object.entries(cell.values) : shares)
    .sort((a, b) => b[1] - a[1])
    .map(([one, worth]) => ({
      move: one,
      name: moveName(one),
      value: kind === "twentyone" ? worth : null,
      share: kind === "twentyone" ? null : worth,
      cost: kind === "twentyone" ? best - worth : null,
    }));
  const closing = move === "doblar" || move === "retirarse" || move === "separar";
  const otherwise = kind === "twentyone" && closing && cell.otherwise !== move ? cell.otherwise : "";
  let text = "·";
  if (move && single) {
    text = certain
      ? moveName(move)
      : told.map((one) => `${one.name} ${percent(one.share ?? 0, 1)}`).join(", ");
  } else if (move) {
    text = certain ? letter(move) : letter(move).toLowerCase();
    if (otherwise && move !== "separar") text += letter(otherwise).toLowerCase();
  }
  const said = move ? moveName(move) : t("chart.none");
  const label = up
    ? t("chart.cell", { hand, up, move: said })
    : t("chart.cell-plain", { hand, move: said });
  return { text, move, certain, label, otherwise, told };
}

export function gridOf(chart: ChartOut, part: ChartPart): Grid {
  const key = `chart.${part.name}`;
  const plain = chart.kind === "twentyone";
  const title = plain && has(key) ? t("chart.caption", { part: t(key) }) : (part.title ?? "");
  const single = part.columns.length === 1;
  const columns = part.columns.map(ten);
  return {
    title,
    columns,
    rows: part.rows.map((row) => {
      const hand = plain ? totals(part.name, row.label) : ten(row.label);
      return {
        label: hand,
        squares: row.cells.map((cell, n) =>
          square(chart.kind, single, hand, columns[n] ?? "", cell),
        ),
      };
    }),
  };
}

/** The moves of a chart, in the order of its legend. */
export function movesOf(grids: readonly Grid[]): string[] {
  const order = [
    "plantarse", "pedir", "doblar", "separar", "retirarse",
    "voy", "ir", "servido", "comprar", "cambiar:1", "cambiar:2", "paso", "no-voy", "no-ir",
  ]; // prettier-ignore
  const found = new Set(grids.flatMap((grid) => grid.rows.flatMap((row) => row.squares.map((one) => one.move))));
  return order.filter((move) => found.has(move));
}
