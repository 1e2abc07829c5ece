/** Pesos as the reader writes them: $ in Chile, CLP where $ would be read as dollars. */
import { settings } from "./settings.svelte";
import { account } from "./account.svelte";

const formats = new Map<string, Intl.NumberFormat>();

/** The format of one language, made once: making it takes far longer than writing a number by it, and a
 * table writes hundreds of amounts at every event. */
function format(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = settings.locale + JSON.stringify(options);
  const made = formats.get(key) ?? new Intl.NumberFormat(settings.locale, options);
  formats.set(key, made);
  return made;
}

/** An amount in the unit of account of what is on the screen: pesos, or at a table of a tournament its
 * chips, which are worth no money. */
export function pesos(amount: number): string {
  if (account.chips) return number(amount);
  const english = settings.lang === "en";
  const said = format({
    style: "currency",
    currency: "CLP",
    currencyDisplay: english ? "code" : "narrowSymbol",
    maximumFractionDigits: 0,
  }).format(amount);
  return english ? said.replace(/\s/g, "") : said; // as the server's sentences write it
}

export function signed(amount: number): string {
  const sign = amount > 0 ? "+" : amount < 0 ? "−" : "";
  return `${sign}${pesos(Math.abs(amount))}`;
}

/** What an account holds: a sign only when it owes. */
export function balance(amount: number): string {
  return amount < 0 ? signed(amount) : pesos(amount);
}

export function number(value: number, digits = 0): string {
  return format({ maximumFractionDigits: digits }).format(value);
}

/** A mark as schools write it, always with its tenth: `7,0`. */
export function tenths(value: number): string {
  return format({ minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
}

/** A percentage as the server writes it (`12.34%`), or a dash. */
export function share(said: string | null | undefined): string {
  return said ? `${format({ minimumFractionDigits: 2 }).format(parseFloat(said)).replace("-", "−")}%` : "–";
}

/** Few signs, for a chip: 500, 2,5k, 4,75k, 1M. */
export function short(amount: number): string {
  if (amount >= 1_000_000) return `${number(amount / 1_000_000, 1)}M`;
  if (amount >= 1_000) return `${number(amount / 1_000, amount < 10_000 ? 2 : 1)}k`;
  return number(amount);
}
