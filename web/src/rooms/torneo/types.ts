/** A tournament as the server shows it. */
export interface LevelView { level: number; minutes: number; small: number; big: number; ante: number; pause: number }
interface ClockView { level: number; pause: boolean; running: boolean; left: number; until: number | null }
export interface EntrantView {
  player: string;
  name: string;
  standing: string;
  table: number | null;
  seat: number | null;
  place: number[];
  stack: number | null;
  sits_out: number;
  warnings: number;
  cards: number;
  bought: Record<string, number>;
  missed: boolean;
  paid: number;
  due: number;
  bounty: number;
  seconds: number;
  at: string;
  legal: string;
}
interface RoundView {
  number: number;
  rounds: number;
  game: string;
  pases: number;
  played: Record<string, number>;
  over: boolean;
  passes: string[];
  tied: string[][];
  tie: Record<string, string>;
  until: number | null;
}
/** A round as the bases have it: what ends it, its chips and bets, and who passes. */
export interface Ronda {
  juego: string;
  pases: number;
  minutos: number;
  quedan: number;
  fichas: "nuevas" | "siguen";
  pila: number;
  minimo: number;
  maximo: number;
  pasan: "mesa" | "todos" | "sobre" | "ultimo";
  cuantos: number;
  jugadas: number;
  segundos: number;
}
export interface NoticeView { at: number; channel: string; text: string; player: string; says: string; facts: Record<string, string> }
interface FaultView { fault: string; says: string; clauses: string[]; steps: string[] }
export interface TableSeen { table: number; seats: Record<string, string>; button: number | null; hands: number; playing: boolean; held: boolean; left: number | null }
interface MoveView { player: string; start: string; end: string; clause: string; at: number }
export interface ProposalView { what: string; clause: string; player: string; start: string; end: string; table: number; held: Record<string, number> }
export interface OfferView { way: string; amounts: Record<string, number>; first: number }
interface ActaView { number: number; at: number; by: string; facts: string; decided: string; reason: string; clauses: string[] }
export interface TorneoView {
  id: string;
  state: string;
  viewer: string;
  unit: string;
  name: string;
  stage: string;
  number: number;
  practice: boolean;
  played: boolean;
  automatic: boolean;
  company_at: number | null;
  start: string | null;
  minimum: number;
  maximum: number;
  prices: Record<string, [number, number, number]>;
  windows: Record<string, number>;
  sales: string[];
  levels: LevelView[];
  clock: ClockView;
  live: number;
  entrants: number;
  average: number;
  chips: number;
  fund: number;
  prizes: number[];
  open: boolean;
  hand_for_hand: boolean;
  last_hands: number;
  day: number;
  players: EntrantView[];
  waiting: string[];
  tables: TableSeen[];
  order: number[];
  seats: number;
  values: number[];
  decision: number;
  levelling: boolean;
  moves: MoveView[];
  deal: Record<string, number>;
  bounty: number;
  round: RoundView | null;
  notices: NoticeView[];
  penalties: FaultView[];
  proposals: ProposalView[];
  field_draw: { players: string[]; places: string[] } | null;
  by_card: string[];
  offers: OfferView[];
  actas: ActaView[];
  undo: string;
  text: string;
  names: Record<string, string>;
  machines: boolean;
  prospect: number[];
  notice: string;
  field: number;
  game: string;
  rounds: Ronda[];
  numbers: Record<string, number>;
}
export interface TorneoRow {
  id: string;
  here: boolean;
  address: string;
  row: {
    name: string;
    unit: string;
    played: boolean;
    stage: string;
    practice: boolean;
    entrants: number;
    maximum: number;
    live: number;
    price: number;
    prize: number;
    stand: boolean;
    level: number;
    start: string | null;
    game: string;
    machines: boolean;
    minutes: number;
    rounds: number;
    automatic: boolean;
  };
}
export type TorneoCommand = { do: string } & Record<string, unknown>;
