import { afterEach, expect, test } from "vitest";
import { account } from "../src/lib/account.svelte";
import { pesos } from "../src/lib/money";
import { saidOf } from "../src/lib/said";
import { told } from "./samples";

const table = { seat: 1, view: { seats: [{ seat: 1, name: "Invitado" }, { seat: 2, name: "Rosa" }] },
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

test("chips of a tournament are no money", () => {
  expect(pesos(1500)).toBe("$1.500");
  account.unit = "torneo:verano";
  expect(pesos(1500)).toBe("1.500");
  expect(said("Asiento 2: $2.000 a apuesta.")).toBe("Rosa: 2.000 a apuesta.");
});
