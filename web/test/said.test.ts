import { settings } from "../src/lib/settings.svelte";
import { afterEach, expect, test } from "vitest";
import { account } from "../src/lib/account.svelte";
import type { Told } from "../src/lib/api/types";
import { pesos } from "../src/lib/money";
import { lastCalled, saidOf } from "../src/lib/said";
import { TableModel } from "../src/lib/table/model.svelte";
import { told, view } from "./samples";

const table = { own: 1, view: { seats: [{ seat: 1, name: "Invitado" }, { seat: 2, name: "Rosa" }] },
  log: [{ ...told(5, "seat-taken"), fields: { seat: 2 } }] };
const said = (text: string, n = 9): string => saidOf({ ...told(n, "bet-lost"), text }, table);

afterEach(() => void (account.unit = ""));

test("people are named, and the reader is usted", () => {
  expect(said("Asiento 1: pierde $500 en rojo.")).toBe("Usted: pierde $500 en rojo.");
  expect(said("Asiento 2 se lleva el pozo 1: $39.000.")).toBe("Rosa se lleva el pozo 1: $39.000.");
  expect(said("Turno: Asiento 1, la mano.")).toBe("Turno: usted, la mano.");
  expect(said("Sorteo del botón: A♠ para Asiento 2.")).toBe("Sorteo del botón: A♠ para Rosa.");
  expect(said("Asiento 3: listo.")).toBe("Asiento 3: listo.");
  expect(said("Asiento 2: pierde $500 en rojo.", 4), "somebody sat there before").toBe("Asiento 2: pierde $500 en rojo.");
});

test("in English it is the reader's seat", () => {
  settings.lang = "en";
  expect(said("Seat 1: wins CLP500 on red.")).toBe("Your seat: wins CLP500 on red.");
  expect(said("Turn: Seat 1, the hand.")).toBe("Turn: your seat, the hand.");
  expect(said("Seat 2: wins CLP500 on red.")).toBe("Rosa: wins CLP500 on red.");
  settings.lang = "es";
});

test("whoever has gone is named still, by who sat there when it was told", () => {
  const came = (n: number, name: string) => ({ ...told(n, "seat-taken", { seat: 2 }), name });
  const went = (n: number, name: string) => ({ ...told(n, "seat-freed", { seat: 2 }), name });
  const lost = (n: number, log: Told[], own: number | null = null) =>
    saidOf({ ...told(n, "bet-lost"), text: "Asiento 2: pierde." }, { own, log, view: { seats: own ? [{ seat: own, name: "Ana" }] : [] } });
  expect(lost(4, [came(2, "Rosa"), went(6, "Rosa")])).toBe("Rosa: pierde.");
  expect(lost(4, [went(6, "Rosa")]), "he came before what is known").toBe("Rosa: pierde.");
  expect(lost(7, [went(6, "Rosa")]), "settled after he had gone").toBe("Rosa: pierde.");
  expect(lost(4, [went(6, "Rosa"), came(8, "Ana")], 2), "the reader sits there now").toBe("Rosa: pierde.");
  expect(lost(9, [went(6, "Rosa"), came(8, "Ana")], 2)).toBe("Usted: pierde.");
});

test("that the reader sat down is said of usted, unless it was somebody before him", () => {
  const came = (n: number, name: string) => ({ ...told(n, "seat-taken", { seat: 1 }), name, text: `${name} se sienta.` });
  const went = { ...told(4, "seat-freed", { seat: 1 }), name: "Invitado" };
  const log = [came(3, "Invitado"), went, came(5, "Invitado")];
  const here = { own: 1, view: { seats: [] }, log };
  expect(saidOf(log[2]!, here)).toBe("Usted se sienta.");
  expect(saidOf(log[0]!, here)).toBe("Invitado se sienta.");
});

test("a croupier has no place: whomever he acts for is named to him", () => {
  const model = new TableModel("mesa");
  model.look(view({ viewer: "croupier", seats: [{ seat: 2, player: "rosa", name: "Rosa", chips: 0 }] }));
  model.acting = 2;
  expect(model.seat).toBe(2);
  expect(saidOf({ ...told(9, "bet-lost"), text: "Asiento 2: pierde $500 en rojo." }, model)).toBe("Rosa: pierde $500 en rojo.");
});

test("chips of a tournament are no money", () => {
  expect(pesos(1500)).toBe("$1.500");
  account.unit = "torneo:verano";
  expect(pesos(1500)).toBe("1.500");
  expect(said("Asiento 2: $2.000 a apuesta.")).toBe("Rosa: 2.000 a apuesta.");
  expect(said("Asiento 2: trae 3.000 fichas en fichas.")).toBe("Rosa: trae 3.000 fichas.");
  expect(said("Seat 2: brings 3,000 chips in chips.")).toBe("Rosa: brings 3,000 chips.");
});

test("what was said before a card or a move is not said any more to whoever decides", () => {
  const invited = told(1, "announced", { what: "juego" });
  const dealt = [invited, told(2, "card-dealt"), told(3, "chosen")];
  expect(lastCalled(dealt, false, true)).toBeUndefined();
  expect(lastCalled(dealt, false, false), "nobody is asked").toBe(invited);
  const alone = told(4, "announced", { what: "compite-hasta-el-pozo" });
  expect(lastCalled([...dealt, alone], false, true)).toBe(alone);
});
