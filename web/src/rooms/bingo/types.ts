/** A bingo hall as the server shows it. */
export interface CardView {
  number: number;
  rows: number[][];
  code: string;
}

interface PrizeView {
  prize: string;
  amount: number;
  ball: number;
  cards: string[];
  shares: Record<string, number>;
}

interface BingoPot {
  id: string;
  amount: number | null;
  within: number | null;
  percent: string;
}

/** Somebody in the hall or with cards in its game; with an id: somebody to whom one may pass cards on. */
export interface PersonHere {
  name: string;
  cards: number;
  house?: boolean;
  id?: string;
}

interface CallView {
  who: string;
  what: "linea" | "bingo";
  card: number;
  right: boolean | null;
  rows: number[][];
  missing: number[];
}

export interface PaperView {
  calls: CallView[];
  asked: boolean;
  line_open: boolean;
  ready_at: number;
  series: { letter: string; size: number; last: number; on_sale: boolean }[];
  next_card: string;
  left: number;
  announcement: string;
  folio: number;
  unsigned: boolean;
  extractor: string;
  ball_games: number;
  spares: number;
  imperfect: number | null;
  manual: boolean;
  counted: boolean;
  staff: string[];
}

interface RoomPerson {
  id: string;
  name: string;
  place: number | null;
  cards: string;
  count: number;
  holding: boolean;
}

/** What a room of a joint game has asked the centre to pass on; with a code: refused. */
interface PassView {
  who: string;
  to: string;
  clause: string;
  code?: string;
}

export interface HallView {
  id: string;
  game: string;
  state: string;
  viewer: string;
  open: boolean;
  practice: boolean;
  phase: "cerrada" | "espera" | "venta" | "sorteo" | "fin";
  number: number;
  price: number;
  unit: string;
  size: number;
  positions: number;
  people: number;
  last_game: boolean;
  sold: number;
  ranges: string;
  taken: number[];
  buyers: number;
  parts: Record<string, string>;
  prizes: { line?: number; bingo?: number };
  pots: BingoPot[];
  balls: number[];
  won: PrizeView[];
  ended: string;
  promise: string;
  until: number | null;
  pace: number;
  place: number | null;
  ready: boolean;
  /** Of a card, each as its lowest and highest number. */
  columns: [number, number][];
  strip: number;
  mine: CardView[];
  offered: CardView[];
  paper: PaperView | null;
  duty: string;
  room: RoomPerson[];
  passes: PassView[];
  out: string;
}

/** When the first line and bingo of so many cards come: by each ball from 0 to 90. */
export interface Firsts {
  cards: number;
  line_by: number[];
  bingo_by: number[];
  line_ball: number;
  bingo_ball: number;
  error: number;
}

export interface HallRow {
  id: string;
  here: boolean;
  address: string;
  row: {
    game: string;
    unit: string;
    price: number;
    open: boolean;
    practice: boolean;
    phase: string;
    number: number;
    people: number;
    positions: number;
    sold: number;
  };
}

export type HallCommand =
  | { do: "enter"; player: string }
  | { do: "exit"; player: string }
  | { do: "buy"; player: string; cards?: number; numbers?: number[] }
  | { do: "ready"; player: string }
  | { do: "pass-cards"; player: string; to: string }
  | { do: "shout"; player: string; what: string; card: number; altered?: boolean };

/** What those who work in a hall send; the server says who may send what. */
export interface DeskCommand {
  do: string;
  [field: string]: unknown;
}
