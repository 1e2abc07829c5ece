/** Automatic play: when it goes on, so that what the player set is never passed. */
export interface Limits {
  /** The most that may be lost, and from which win on it stops; nothing written is nothing allowed. */
  loss: number | null;
  win: number | null;
}

/** Whether another play of this stake may follow: `lost` is all that the plays so far have cost,
 * `won` what the last one paid. */
export function goesOn(lost: number, stake: number, won: number, limits: Limits): boolean {
  return stake > 0 && lost + stake <= (limits.loss ?? 0) && won < (limits.win ?? 0);
}
