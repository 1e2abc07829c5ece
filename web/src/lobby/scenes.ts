/** A picture of its own for each game, and for each program of a machine that has no reels: what lies on
 * its felt, and the colour of that felt. */
interface Scene {
  /** Cards side by side, groups apart. */
  cards?: readonly (readonly (string | null)[])[];
  dice?: readonly string[];
  figures?: readonly string[];
  /** Of keno and bingo. */
  balls?: readonly number[];
  wheel?: "one" | "double" | "disc";
  /** A few words on the cloth. */
  text?: string;
  felt?: string;
}

const GREEN = "#0e5a44";
const BLUE = "#164a78";
const WINE = "#6d1f2c";
const TEAL = "#0d5a63";
const PLUM = "#4a2a66";
const OLIVE = "#4c5a1d";
const CABINET = "#33240c";

export const SCENES: Record<string, Scene> = {
  "ruleta-francesa": { wheel: "one", text: "0", felt: GREEN },
  "ruleta-americana-un-cero": { wheel: "one", text: "17", felt: BLUE },
  "ruleta-americana-doble-cero": { wheel: "double", text: "00", felt: WINE },
  "big-six": { wheel: "disc", text: "×40", felt: PLUM },
  craps: { dice: ["3", "4"], text: "7", felt: GREEN },
  "mini-craps": { dice: ["5", "6"], text: "11", felt: TEAL },
  "corona-y-ancla": { figures: ["corona", "ancla", "corazon"], felt: BLUE },
  "chuck-a-luck": { dice: ["6", "6", "6"], felt: WINE },
  "black-jack": { cards: [["As", "Kh"]], text: "21", felt: GREEN },
  "black-jack-perfect-pairs": { cards: [["Qh", "Qh"]], text: "25:1", felt: WINE },
  "challenge-21": { cards: [["Ts", "8d"], ["9c"], ["5h"]], felt: BLUE },
  "canal-21": { cards: [["7s", "7h", "7d"]], text: "21", felt: OLIVE },
  "punto-y-banca": { cards: [["9c", "Kd"], ["4h", "4s"]], text: "9", felt: GREEN },
  "midi-punto-y-banca": { cards: [["8d", "Jc"], ["6s", "Ah"]], text: "8", felt: TEAL },
  "mini-punto-y-banca": { cards: [["5h", "3c"], ["2d", "Qs"]], text: "6", felt: PLUM },
  baccarat: { cards: [["9s", "Qd"], ["Kc", "7h"]], text: "9·7", felt: WINE },
  war: { cards: [["Kh"], ["Ks"]], text: "vs", felt: OLIVE },
  "treinta-y-cuarenta": { cards: [["Td", "9c", "Qh", "4s"]], text: "33", felt: BLUE },
  "caribbean-poker": { cards: [["Ts", "Js", "Qs", "Ks", "As"]], felt: TEAL },
  "caribbean-poker-plus": { cards: [["9h", "9d", "9s", "Kc", "Kd"]], text: "+", felt: BLUE },
  "draw-poker": { cards: [["Jh", "Jd", null, null, "2c"]], felt: WINE },
  "poker-tres-cartas": { cards: [["4d", "5d", "6d"]], text: "3", felt: PLUM },
  "go-poker": { cards: [["Ac", "Ad"], [null, null]], text: "GO", felt: OLIVE },
  "texas-holdem-plus": { cards: [["Ah", "Kh"], ["Qh", "7c", "2d"]], text: "+", felt: GREEN },
  "texas-holdem-bonus": { cards: [["Qs", "Qd"], ["Qc", "3h", "8s"]], felt: WINE },
  "stud-poker": { cards: [[null, "Kd", "8c", "8h", "3s"]], felt: GREEN },
  "seven-stud-poker": { cards: [[null, null, "5h", "5c", "Jd", "Js", null]], text: "7", felt: BLUE },
  "texas-holdem-con-limites": { cards: [["Jc", "Tc"], ["9c", "8d", "2h"]], felt: TEAL },
  "texas-holdem-sin-limites": { cards: [["As", "Ad"], ["Ac", "Ks", "Kh"]], felt: PLUM },
  "omaha-poker": { cards: [["As", "Ks", "Qh", "Jh"]], text: "Ω", felt: OLIVE },
  "jacks-or-better": { cards: [["Js", "Jh", "8c", "5d", "2s"]], felt: CABINET },
  "bonus-poker": { cards: [["As", "Ah", "Ad", "Ac", "7h"]], felt: BLUE },
  "deuces-wild": { cards: [["2s", "2h", "2d", "2c", "Kh"]], felt: OLIVE },
  "double-bonus": { cards: [["3s", "3h", "3d", "3c", "Qd"]], text: "×2", felt: PLUM },
  "double-double-bonus": { cards: [["4s", "4h", "4d", "4c", "As"]], text: "×4", felt: WINE },
  "ruleta-electronica": { wheel: "one", text: "32", felt: CABINET },
  "black-jack-electronico": { cards: [["Ah", "Jc"]], text: "21", felt: CABINET },
  "corona-electronica": { figures: ["corona", "ancla", "corazon"], felt: CABINET },
  keno: { balls: [7, 23, 41, 61, 80], felt: TEAL },
  "bingo-noventa": { balls: [5, 38, 52, 90], felt: PLUM },
  "bingo-tradicional": { balls: [12, 34, 67, 75], felt: WINE },
  "bingo-electronico": { balls: [3, 29, 54, 81], felt: BLUE },
  sala: { balls: [7, 45, 88], felt: GREEN },
};
