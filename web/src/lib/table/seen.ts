/** Answers to what is asked: they hold for the state that their sender saw. */
import { Refusal } from "../api/http";
import { sleep } from "./stage";

const LOOK = 2000;
const AGAIN = 3;

/** How a unit looks: its state, and what it asks, whatever else changes there. */
export interface Sight {
  state: string | undefined;
  question: string;
}

/** Send an answer with the state that was seen, so that a late one does not answer the next question;
 * where the unit has gone on meanwhile but asks the same, it is said again. */
export async function sendAsSeen<T>(look: () => Sight, send: (saw: string | undefined) => Promise<T>): Promise<T> {
  const asked = look().question;
  for (let n = 1; ; n++) {
    const saw = look().state;
    try {
      return await send(saw);
    } catch (error) {
      const moved = error instanceof Refusal && error.denied.code === "table-moved-on";
      if (!moved || n === AGAIN) throw error;
      const began = performance.now();
      while (look().state === saw && performance.now() - began < LOOK) await sleep(20);
      if (look().question !== asked) throw error;
    }
  }
}
