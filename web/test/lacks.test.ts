import { beforeEach, expect, test, vi } from "vitest";
import { lackOf, lackText, type Lack } from "../src/lib/lacks";
import { TableModel } from "../src/lib/table/model.svelte";
import { words } from "../src/lib/words.svelte";
import { BETS, view } from "./samples";

const NAMES: Record<string, string> = {
  "bet.ante": "Ante", "bet.progresivo": "Progresivo", "bet.principal": "Apuesta principal",
  "refused.line-not-equal": "Las tres apuestas de la línea deben ser iguales.",
  "refused.dealer-must-bet": "{seat}: quien reparte debe apostar.",
  "refused.under-minimum": "{bet}: bajo el mínimo de {minimum}.",
}; // prettier-ignore
const lack = (code: string, facts: Record<string, unknown>): Lack => ({ code, clause: "CAT-III.6.5.1-01", facts }) as unknown as Lack;
const name = (seat: number): string => (seat === 1 ? "Ana" : `Puesto ${seat}`);

beforeEach(() => {
  vi.spyOn(words, "find").mockImplementation((key) => NAMES[key]);
});

test("the bet that is missing is named, as the server says which", () => {
  expect(lackText(lack("needs-main-bet", { seat: 1, bet: "progresivo", needs: "ante" }), name)).toContain("Ante");
});

test("bets that cannot stand for another reason: in the words of the refusal", () => {
  expect(lackText(lack("line-not-equal", { seat: 1 }), name)).toBe("Las tres apuestas de la línea deben ser iguales.");
  expect(lackText(lack("dealer-must-bet", { seat: 1 }), name)).toBe("Ana: quien reparte debe apostar.");
  expect(lackText(lack("under-minimum", { bet: "principal", minimum: 2000 }), name)).toBe("Apuesta principal: bajo el mínimo de $2.000.");
});

test("only what one lacks oneself keeps one from being ready", () => {
  const table = new TableModel("mesa");
  const seat = (n: number, lacks?: Lack) => ({ seat: n, player: `p${n}`, name: `P${n}`, chips: 1000, lacks });
  const seen = (...seats: unknown[]) => table.look(view({ ask: BETS, viewer: "seat:1", seats } as never));
  seen(seat(1), seat(2, lack("needs-main-bet", {})));
  expect(lackOf(table)).toBeNull();
  seen(seat(1, lack("needs-main-bet", {})), seat(2));
  expect(lackOf(table)?.code).toBe("needs-main-bet");
});
