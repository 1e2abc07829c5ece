import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { settings } from "../src/lib/settings.svelte";
import { resultName, tableName, words, wordOf } from "../src/lib/words.svelte";

const WORDS = {
  "game.black-jack": "Black Jack", "game.black-jack-perfect-pairs": "Black Jack Perfect Pairs", "game.war": "War",
  "unit-name.maquina": "máquina", "unit-name.sit-and-go": "Sit & go", "unit-name.mesa": "mesa",
  "unit-name.torneo-de-maquinas": "Torneo de máquinas",
  "symbol.ancla": "ancla", "symbol.corazon": "corazón", "unit-name.bingo-salon": "el salón de bingo", "value.siempre": "siempre",
}; // prettier-ignore

beforeAll(async () => {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(WORDS), { headers: { "content-type": "application/json" } }));
  await words.load(settings.lang);
});
afterAll(() => vi.unstubAllGlobals());

test("a table, a hall and a machine go by name, never by id", () => {
  expect(tableName("black-jack-1")).toBe("Black Jack 1");
  expect(tableName("black-jack-perfect-pairs-2")).toBe("Black Jack Perfect Pairs 2");
  expect(tableName("black-jack-sala")).toBe("Black Jack sala");
  expect(tableName("maquina-3")).toBe("máquina 3");
  expect(tableName("bingo-salon")).toBe("el salón de bingo");
  expect(tableName("sit-and-go-1-mesa-2", "texas-holdem-sin-limites")).toBe("Sit & go 1, mesa 2");
  expect(tableName("torneo-de-maquinas-maquina-3")).toBe("Torneo de máquinas, máquina 3");
});

test("a name of the house's own stands after its game, where that is known", () => {
  expect(tableName("guerra-2", "war")).toBe("War, guerra-2");
  expect(tableName("guerra-2")).toBe("guerra-2");
});

test("a value without a name is read as words", () => {
  expect(wordOf("siempre")).toBe("siempre");
  expect(wordOf("con-gracia")).toBe("con gracia");
});

test("figures of dice are said as a list, points and cards as they are", () => {
  expect(resultName("ancla-corazon-corazon")).toBe("ancla, corazón y corazón");
  expect(resultName("3-4")).toBe("3-4");
  expect(resultName("Ah-Tc")).toBe("A♥-10♣");
});
