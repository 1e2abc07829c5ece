/** What is on the page, said in the row above it on a screen too small for a heading of its own. */
class Heading {
  name = $state("");
  /** Opens what explains it. */
  explain = $state.raw<(() => void) | null>(null);

  /** Said while the page is there. */
  show(name: string, explain: (() => void) | null = null): () => void {
    this.name = name;
    this.explain = explain;
    return () => {
      this.name = "";
      this.explain = null;
    };
  }
}

export const heading = new Heading();
