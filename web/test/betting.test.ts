import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Betting } from "../src/lib/betting.svelte";
import type { Command, OfferView } from "../src/lib/api/types";
import { settings } from "../src/lib/settings.svelte";
import { Pays } from "../src/lib/sign.svelte";
import { TableModel } from "../src/lib/table/model.svelte";
import { moveName, words } from "../src/lib/words.svelte";
import { BETS, news, told, view } from "./samples";

class Heard extends TableModel {
  sent: Command[] = [];
  override send(command: Command): Promise<void> {
    this.sent.push(command);
    return Promise.resolve();
  }
}
const chips = (amount: number) => ({ rojo: { 1: amount } });

test("between rounds a press on the cloth is not refused: it is said that bets are not open yet", async () => {
  const table = new Heard("mesa");
  table.look(view());
  const hand = new Betting(table, [1000]);
  expect(await hand.press("rojo")).toBe(false);
  expect([hand.notice, table.sent.length, table.refusal]).toEqual(["early", 0, null]);
  table.look(view({ ask: BETS }));
  await hand.press("rojo");
  expect([hand.notice, table.sent.length]).toEqual([null, 1]);
});

test("chips the house gives back are not taken away in silence; what one takes back oneself is no news", async () => {
  const table = new Heard("mesa");
  const hand = new Betting(table, [1000]);
  const lies = (amount: number, over = {}) => {
    table.look(view({ ask: BETS, placed: chips(amount), ...over } as never));
    hand.watch();
  };
  lies(1000);
  table.send = () => Promise.resolve(lies(0));
  await hand.take("rojo");
  expect(hand.notice).toBeNull();
  lies(1000);
  lies(0);
  expect(hand.notice).toBe("returned");
  hand.notice = null;
  const going = { seats: [{ seat: 1, player: "ana", name: "Ana", chips: 10_000, leaving: true }] };
  lies(1000, going);
  lies(0, going);
  expect(hand.notice, "he asked for them by getting up").toBeNull();
});

test("whoever has no bet open to him, as the banker, is known not to be waited for", () => {
  const table = new TableModel("mesa");
  expect(table.barred).toBe(false);
  const offer = (open: boolean) => ({ bet: "banca", clause: "", open }) as OfferView;
  table.offers = new Map([["banca", offer(false)], ["punto", offer(false)]]); // prettier-ignore
  expect(table.barred).toBe(true);
  table.offers = new Map([["banca", offer(true)], ["punto", offer(false)]]); // prettier-ignore
  expect(table.barred).toBe(false);
});

test("whose place was given up is told so, unless he got up himself", async () => {
  const freed = () => news("s1", [told(1, "seat-freed", { seat: 1 })], { viewer: "public", seats: [] });
  const sent_away = new Heard("mesa");
  sent_away.look(view());
  sent_away.take(freed());
  expect(sent_away.seenOut).toBe(true);
  sent_away.take(news("s2", [], {}));
  expect(sent_away.seenOut, "he sits again").toBe(false);
  const went = new Heard("mesa");
  went.look(view());
  await went.try({ do: "leave", seat: 1 } as Command);
  went.take(freed());
  expect(went.seenOut).toBe(false);
});

const WORDS = { "move.pasar": "pass", "move.pasar.sabot": "pass", "roundmove.pasar": "check", "spot.pays-to": "" };
const SIGN = { pays: { "figura@1": "1:1", "figura@3": "3:1", "perfect-pairs@color": "15:1", "perfect-pairs@mezclado": "5:1", ante: "1:1" }, conditions: {} };
beforeAll(async () => {
  vi.stubGlobal("fetch", async (path: string) => Response.json(String(path).includes("words") ? WORDS : SIGN));
  await words.load(settings.lang);
});
afterAll(() => vi.unstubAllGlobals());

test("who bets nothing checks; who does not want the shoe passes it", () => {
  expect(moveName("pasar", "flop")).toBe("check");
  expect(moveName("pasar", "sabot")).toBe("pass");
});

test("a bet that is paid by what comes says from what to what", async () => {
  const pays = new Pays("/api/tables/x");
  await vi.waitFor(() => expect(pays.of("ante")).toBe("1:1"));
  expect(pays.of("perfect-pairs")).toBe("5:1 a 15:1");
  expect(pays.of("corona")).toBe("1:1 a 3:1");
});
