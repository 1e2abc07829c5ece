import { describe, expect, it } from "vitest";
import { Refusal } from "../src/lib/api/http";
import type { Denied } from "../src/lib/api/types";
import { sendAsSeen, type Sight } from "../src/lib/table/seen";

const moved = (): Refusal => new Refusal({ code: "table-moved-on", clause: "CAT-I.1-13" } as unknown as Denied);

/** A unit at which something else happens the first time something is sent. */
function sent(after: Sight): { saw: (string | undefined)[]; answer: Promise<string> } {
  const saw: (string | undefined)[] = [];
  let now: Sight = { state: "1", question: "the line" };
  const send = (state: string | undefined): Promise<string> => {
    saw.push(state);
    if (saw.length > 1) return Promise.resolve("done");
    now = after;
    return Promise.reject(moved());
  };
  return { saw, answer: sendAsSeen(() => now, send) };
}

describe("an answer with the state that was seen", () => {
  it("is said again where the same is asked", async () => {
    const { saw, answer } = sent({ state: "2", question: "the line" });
    expect(await answer).toBe("done");
    expect(saw).toEqual(["1", "2"]);
  });

  it("is not given to another question", async () => {
    const { saw, answer } = sent({ state: "2", question: "the bingo" });
    await expect(answer).rejects.toThrow(Refusal);
    expect(saw).toEqual(["1"]);
  });
});
