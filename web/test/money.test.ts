import { afterEach, expect, test, vi } from "vitest";
import { number, pesos } from "../src/lib/money";
import { settings } from "../src/lib/settings.svelte";

afterEach(() => {
  vi.unstubAllGlobals();
  settings.speak("es");
});

test("however many amounts are written, each format is made once in a language", () => {
  let made = 0;
  const NumberFormat = class extends Intl.NumberFormat {
    constructor(locale: string, options: Intl.NumberFormatOptions) {
      super(locale, options);
      made += 1;
    }
  };
  vi.stubGlobal("Intl", { NumberFormat });
  const write = (): string[] => [1, 2, 3].map((n) => `${pesos(n * 1000)} ${number(n * 1000)} ${number(n / 2, 1)}`);
  expect(write()[0]).toBe("$1.000 1.000 0,5");
  settings.speak("en");
  expect(write()[0]).toBe("CLP1,000 1,000 0.5");
  settings.speak("es");
  expect(write()[2]).toBe("$3.000 3.000 1,5");
  expect(made).toBe(2 * 3);
});
