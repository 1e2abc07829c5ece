/** The unit of account of the table on the screen: money unless it says otherwise. */
class Shown {
  unit = $state("");

  /** Whether amounts are chips of a tournament. */
  get chips(): boolean {
    return this.unit.startsWith("torneo");
  }
}

export const account = new Shown();

/** Sentences of the server name money; at a table of a tournament they count chips, and say so once. */
export function counted(text: string): string {
  if (!account.chips) return text;
  return text.replace(/(?:\$|CLP\s?)(?=\d)/g, "").replace(/ (chips) in chips| (fichas) en fichas/, " $1$2");
}
