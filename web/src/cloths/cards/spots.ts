/** Spots of one place at a half-moon, in units of a place 160 wide; x from its middle, y from above. */
export interface SeatSpot {
  bet: string;
  x: number;
  y: number;
  w: number;
  h: number;
  round?: boolean;
  /** What is printed on it, where it is not the bet's name. */
  label?: () => string;
  /** A colour that tells it from the others. */
  tint?: string;
  /** Not put down by hand: it comes with a decision. */
  offered?: boolean;
}
