/** The cloths of the card games. */
import type { Cloth } from "../table/registry";

// The last cards rest a moment before they are cleared; among players, before the pot is given.
const BANK = { before: { "cards-cleared": 1500 }, after: { "card-dealt": 260, "card-seen": 420 } };
const CIRCLE = { before: { "pot-won": 1400 }, after: { "card-dealt": 130, "card-seen": 260, "bet-won": 200 } };
// Each of the few cards decides.
const TURNED = { before: { "cards-cleared": 2600 }, after: { "card-dealt": 620, "card-seen": 500 } };

const bank = (load: Cloth["load"]): Cloth => ({ load, pace: BANK, plates: true });
const circle = (load: Cloth["load"]): Cloth => ({ load, pace: CIRCLE, plates: true, tray: false });

const turned = (load: Cloth["load"]): Cloth => ({ load, pace: TURNED, plates: true, road: true });

const puntoYBanca = turned(() => import("./puntoybanca/PuntoYBanca.svelte"));
const caribbean = bank(() => import("./bankpoker/Caribbean.svelte"));
const stud = circle(() => import("./circle/Stud.svelte"));
const texas = circle(() => import("./circle/Texas.svelte"));

export const cardTables: Record<string, Cloth> = {
  "black-jack": bank(() => import("./twentyone/BlackJack.svelte")),
  "black-jack-perfect-pairs": bank(() => import("./twentyone/PerfectPairs.svelte")),
  "challenge-21": bank(() => import("./twentyone/Challenge.svelte")),
  "canal-21": bank(() => import("./twentyone/Canal.svelte")),
  "punto-y-banca": puntoYBanca,
  "midi-punto-y-banca": puntoYBanca,
  "mini-punto-y-banca": puntoYBanca,
  baccarat: { ...turned(() => import("./puntoybanca/Baccarat.svelte")), asks: true },
  war: bank(() => import("./war/War.svelte")),
  "treinta-y-cuarenta": { load: () => import("./treinta/Treinta.svelte"), pace: BANK, road: true },
  "caribbean-poker": caribbean,
  "caribbean-poker-plus": caribbean,
  "draw-poker": bank(() => import("./bankpoker/Draw.svelte")),
  "poker-tres-cartas": bank(() => import("./bankpoker/TresCartas.svelte")),
  "go-poker": bank(() => import("./bankpoker/Go.svelte")),
  "texas-holdem-plus": bank(() => import("./bankpoker/TexasPlus.svelte")),
  "texas-holdem-bonus": bank(() => import("./bankpoker/TexasBonus.svelte")),
  "stud-poker": stud,
  "seven-stud-poker": stud,
  "texas-holdem-con-limites": texas,
  "texas-holdem-sin-limites": texas,
  "omaha-poker": circle(() => import("./circle/Omaha.svelte")),
};
