/** What the server says of a machine. No outcome is worked out here: it is only shown. */
import type { AskView } from "../../lib/api/types";

export interface Level { bet: string; parts: number; credits: number; stake: number }
export interface Position { position: number; player?: string; name?: string; credits?: number; card?: string; bets?: Record<string, number>; ready?: boolean; called?: number }
export type Happened = { kind: string } & Record<string, unknown>;
export interface MachineView {
  id: string; number: number; unit: string; state: string; next: number; viewer: string; status: string; decides: string;
  program: string; kind: string; digest: string; denominations: number[]; denomination: number; bets: Level[];
  positions: Position[]; menu?: string[]; faults?: string[]; tournament?: number; plays_left?: number; torneo?: string; in_course?: boolean; awaits?: string;
  handpay?: { amount: number; signatures: number; signed?: string[] };
  ask?: { ask: string; cards?: string[]; boxes?: number; screen?: string } | null; move?: AskView | null; until?: number | null;
  last?: Happened[]; win?: number; made?: string; results?: string[];
  tickets?: boolean; cards?: boolean; line?: boolean; pots?: PotShown[];
}
export interface PotShown { pot: string; amount: number; condition: string; condition_en: string; mystery: boolean; promise: string; limit: number | null; last: { machine: number; amount: number; casino: string; threshold: number | null; salt: string } | null; casinos: string[]; cut: boolean }
interface SheetLevel { bet: string; denomination: number; stake: number; return: string; hit: string; channels: Record<string, string>; top?: { prize?: number; odds?: string } }
export interface ProgramOut {
  id: string; kind: string; digest: string; sheet: { levels: SheetLevel[]; rows: Record<string, { odds?: string; return: string }> } | null;
  strips?: string[][]; free_strips?: string[][]; rows?: number; lines?: number[][]; ways?: boolean; pays?: string[]; scatter_pays?: string[];
  wilds?: Record<string, number>; free?: { symbol?: string; games?: Record<string, number>; multiplier?: number };
  pick?: { symbol?: string; count?: number }; table?: Record<string, number | number[] | Record<string, number>>; balls?: number; cards?: number[][][]; game?: string;
}
export interface Paper { name: string; amount: number; unit: string; machine: number; number: string; bars: string; qr: string; good_days: number | null }
export interface TicketRow { name: string; last: string; amount: number; state: string; machine: number; unit: string; taker?: string; holder?: string }
export interface Plastic { name: string; balance: number; unit: string; number: string; bars: string; qr: string; state: string; machine: number; good_days: number | null }
export interface CardRow { name: string; last: string; balance: number; state: string; unit: string; machine?: number; holder?: string }
export interface CardSums { unit: string; sold: number; loaded: number; spent: number; returned: number; refunded: number; expired: number; live: number }
export interface Liability { unit: string; issued: [number, number]; paid: [number, number]; void: [number, number]; expired: [number, number]; live: [number, number] }
export interface Recalled { position: number; program: string; bet: string; denomination: number; stake: number; before: number; after: number; paid: number; told: Happened[]; words: string[] }
export interface Plays { plays: Recalled[]; before: number | null }
export interface MachineRow { id: string; here: boolean; address: string; row: { number: number; programs: string[]; kind: string; positions: number; unit: string; decides: string; pots?: string[]; status?: string; free?: number; line?: boolean } }
export interface PokerHand { program: string; seed: number; cards: string[] }
interface WeighedHold { cards: string[]; worth: number; words: string }
export interface HandJudged { right: boolean; cost: number; chosen: WeighedHold; best: WeighedHold[]; place: number | null; rule: string }
export interface PokerListOut { program: string; bet: string; lines: { words: string; share: number; worth: number }[]; back: string; best: string; pays: Record<string, number> }
export interface WatchOut { plays: number; staked: number; paid: number; back: number; expected: number; low: number; high: number; z: number; alarm: boolean; watched: boolean }
interface HandPayOut { amount: number; position: number; player: string; credits: boolean; signatures: number; signed: string[] }
export interface HallRow { unit: string; number: number; program: string; status: string; faults: string[]; meters: Record<string, number>; staked: number; win: number; hold: number; players: string[]; watch: WatchOut; handpays: HandPayOut[]; of: string }
export interface SharedPotOut { pot: string; condition: string; condition_en: string; me: string; centre: string; up: boolean; holds: number | null; of: string; owes: Record<string, number>; waiting: Record<string, number> }
export interface CallOut { unit: string; number: number; program: string; position: number; positions: number; player: string; at: number }
export interface Homologated { program: string; kind: string; digest: string; back: string; text: string }
export interface DeskOut {
  row: HallRow; programs: string[]; played: Record<string, Record<string, number>>; seats: Record<string, Record<string, number>>; tournament: Record<string, number>;
  auditing: boolean; powered: boolean; days: { day: string; staked: number; paid: number; win: number; hold: number }[];
  accounts: { place: string; meters: number; ledger: number }[]; events: { number: number; at: number; kind: string; person: string; code: string; amount: number | null }[];
}
