/** What goes over the network. All of it is generated from the server's OpenAPI document but the
 * messages of the socket, which OpenAPI does not describe, and refusals. */
import type { CommandIn, OfferView, TableView, Told } from "./schema";

export type {
  Account,
  ActFact,
  ActView,
  AdviceOut,
  AskView,
  AuditRow,
  AuditRun,
  BetFigures,
  Book,
  Breach,
  ChartCell,
  ChartOut,
  ChartPart,
  ClauseOut,
  ClosedDay,
  CommandIn,
  DayReport,
  DeskView,
  DiffOut,
  Drawer,
  DrillKind,
  DutyRow,
  EditionGames,
  EquityOut,
  Exam,
  Events,
  IdentityView,
  PlanChange,
  FeltView,
  FiguresIndex,
  FloorRow,
  FormView,
  GameRow,
  HouseOut,
  HowTo,
  LimitsView,
  Marked,
  Me,
  Movement,
  AskedFor,
  Waiting,
  ProtectionView,
  SecurityView,
  SignatureRow,
  OddsOut,
  OfferView,
  OpenDay,
  Option,
  PersonFile,
  PersonRow,
  PotCurve,
  PotView,
  Proven,
  QuestionOut,
  Receipt,
  Replayed,
  RoundRow,
  ToSignRow,
  RoundTold,
  RuleRow,
  RulesOut,
  SeatView,
  ShoeView,
  Sign,
  StaffView,
  TableRow,
  TableView,
  Told,
  TrialOut,
  Weighed,
} from "./schema";

export type Command = CommandIn["command"];

/** A refusal: its code, the clause that makes it, its facts, and a sentence. */
export interface Denied {
  code: string;
  clause: string;
  facts: Record<string, unknown>;
  text: string;
}

export interface Hello {
  is: "hello";
  view: TableView;
  next: number;
  now: number;
}

export interface News {
  is: "news";
  state: string;
  events: Told[];
  view: TableView;
  now: number;
}

/** The bets open to one's own seat, when they are others than before; none when bets are closed. */
interface Offers {
  is: "offers";
  offers: OfferView[];
}

/** Nothing happened for a while, and the node is alive. */
interface Beat {
  is: "beat";
  now: number;
}

export interface Answered {
  is: "done";
  id: string;
  state: string;
}

interface NotDone {
  is: "denied";
  id: string | null;
  denied: Denied;
}

export type Heard = Hello | News | Offers | Beat | Answered | NotDone;
