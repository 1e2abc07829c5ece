/** The cloth of each game, loaded when its table is opened, and the pace at which it is shown.
 * A game without one of its own is played on the plain cloth: a list of its bets. */
import type { Component } from "svelte";
import type { Betting } from "../lib/betting.svelte";
import type { TableModel } from "../lib/table/model.svelte";
import type { Pace } from "../lib/table/stage";
import { lacksLine } from "../cloths/craps/line";
import { cardTables } from "../cloths/tables";
import { t } from "../lib/texts";

export interface ClothProps {
  table: TableModel;
  hand: Betting;
}

export interface Cloth {
  load: () => Promise<{ default: Component<ClothProps> }>;
  pace?: Pace;
  /** Whether the cloth itself shows who sits where. */
  plates?: boolean;
  /** Whether its history is a road, read along the whole table. */
  road?: boolean;
  /** Whether chips are put on it by hand; among players they go with the moves. */
  tray?: boolean;
  /** Whether questions with an amount are asked too, beside bets laid by hand: they need more room. */
  asks?: boolean;
  /** What the round waits for, though there are bets: what to say then. */
  lacks?: (table: TableModel) => string;
}

const CARDS: Pace = { after: { "card-dealt": 160, "card-seen": 160 } };

const plain: Cloth = { load: () => import("./PlainCloth.svelte"), pace: CARDS };

const SPIN: Pace = { before: { "result-shown": 5500 } };
const THROW: Pace = { before: { "result-shown": 1500 } };

const craps: Cloth = {
  load: () => import("../cloths/craps/CrapsCloth.svelte"),
  pace: THROW,
  lacks: (table) => (lacksLine(table) && Object.keys(table.stakes).length ? t("craps.lacks-line") : ""),
};

const cloths: Record<string, Cloth> = {
  ...cardTables,
  "ruleta-francesa": { load: () => import("../cloths/roulette/French.svelte"), pace: SPIN },
  "ruleta-americana-un-cero": { load: () => import("../cloths/roulette/OneZero.svelte"), pace: SPIN },
  "ruleta-americana-doble-cero": {
    load: () => import("../cloths/roulette/DoubleZero.svelte"),
    pace: SPIN,
  },
  "big-six": { load: () => import("../cloths/figures/BigSix.svelte"), pace: SPIN },
  craps,
  "mini-craps": craps,
  "corona-y-ancla": { load: () => import("../cloths/figures/CrownAndAnchor.svelte"), pace: THROW },
  "chuck-a-luck": { load: () => import("../cloths/figures/ChuckALuck.svelte"), pace: THROW },
};

export function clothOf(game: string): Cloth {
  return cloths[game] ?? plain;
}
