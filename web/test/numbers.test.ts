import { describe, expect, it } from "vitest";
import { Numbers, partOf, randomNumber } from "../src/lib/table/numbers";
import type { Command, Told } from "../src/lib/api/types";

const ZEROS = "0".repeat(64);
/** The promise of 64 zeros at seat 3 of war-1, as `tapete.chance.numbers` gives it. */
const PROMISE = "bddaca19007b344e";

function promised(parts: string): Told {
  return { n: 1, kind: "announced", fields: { what: "orden-prometido", facts: { n: 7, parts } } } as unknown as Told;
}

function numbers(): { sent: Command[]; mine: Numbers } {
  const sent: Command[] = [];
  const send = (command: Command): Promise<void> => {
    sent.push(command);
    return Promise.resolve();
  };
  return { sent, mine: new Numbers("war-1", send, () => ZEROS) };
}

describe("a player's part in chance", () => {
  it("promises a number when its player sits down, once", () => {
    const { sent, mine } = numbers();
    mine.sit(null);
    mine.sit(3);
    mine.sit(3);
    expect(sent).toHaveLength(1);
    const given = sent[0];
    expect(given?.do === "give-number" && given.promise.startsWith(PROMISE)).toBe(true);
  });

  it("opens it when the house has promised with it, and gives another", () => {
    const { sent, mine } = numbers();
    mine.sit(3);
    const [promise] = mine.given.keys();
    mine.hear([promised(`1:${"f".repeat(64)} 3:${promise}`)]);
    expect(sent.slice(1).map((command) => command.do)).toEqual(["open-number", "give-number"]);
    expect(sent[1]).toEqual({ do: "open-number", seat: 3, n: 7, number: ZEROS });
  });

  it("stays silent where it has no part, or its promise was changed", () => {
    const { sent, mine } = numbers();
    mine.sit(3);
    mine.hear([promised(""), promised(`3:${"f".repeat(64)}`)]);
    expect(sent).toHaveLength(1);
  });

  it("reads parts by whole seats and draws numbers of 256 bits", () => {
    expect(partOf("1:aa 13:bb", 3)).toBe("");
    expect(partOf("1:aa 13:bb", 13)).toBe("bb");
    expect(randomNumber()).toMatch(/^[0-9a-f]{64}$/);
  });
});
