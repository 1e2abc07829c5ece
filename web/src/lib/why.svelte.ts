/** The clause behind something on the screen, opened by any «Why?». */

interface Question {
  clause: string;
  /** What the clause is asked about, as a sentence. */
  about: string;
}

class Why {
  asked = $state.raw<Question | null>(null);

  ask(clause: string, about = ""): void {
    if (clause) this.asked = { clause, about };
  }

  close(): void {
    this.asked = null;
  }
}

export const why = new Why();
