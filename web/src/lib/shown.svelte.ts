/** A table that is only shown: a moment of a round, drawn by the game's own cloth. Nobody can bet at
 * it and nothing is heard of it. */
import type { TableView } from "./api/types";
import { TableStore } from "./table.svelte";

export interface ColourChips {
  colour: string;
  value: number;
}

export class ShownTable extends TableStore {
  /** The colour chips of each seat, where a game has them. */
  colours = $state.raw<Record<string, ColourChips>>({});

  constructor(game: string) {
    super(game);
    this.connection = "open";
  }

  override get path(): string {
    return `/api/school/games/${this.id}`;
  }

  /** Show another moment. */
  lay(view: TableView, colours: Record<string, ColourChips> = {}): void {
    this.view = view;
    this.colours = colours;
  }

  override send(): Promise<void> {
    return Promise.reject(new Error("a table that is only shown takes no commands"));
  }

  override open(): void {}
}
