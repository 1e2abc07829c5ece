/** A table that is only shown: a moment of a round, drawn by the game's own cloth. Nobody can bet at
 * it and nothing is heard of it. */
import type { TableView } from "./api/types";
import { TableModel } from "./table/model.svelte";

export interface ColourChips {
  colour: string;
  value: number;
}

export class ShownTable extends TableModel {
  /** The colour chips of each seat, where a game has them. */
  colours = $state.raw<Record<string, ColourChips>>({});

  override get path(): string {
    return `/api/school/games/${this.id}`;
  }

  /** Show another moment. */
  lay(view: TableView, colours: Record<string, ColourChips> = {}): void {
    this.view = view;
    this.colours = colours;
  }
}
