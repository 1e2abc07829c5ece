/** The audit log in words: what was done, and the facts of it. */
import { number, pesos } from "../lib/money";
import { has, t } from "../lib/texts/auditor";
import { editionName, gameName, roleName, tableName } from "../lib/words.svelte";

export function didName(what: string): string {
  const key = `did.${what}`;
  return has(key) ? t(key) : what.replaceAll(/[.-]/g, " ");
}

export function factName(name: string): string {
  const key = `fact.${name}`;
  return has(key) ? t(key) : name.replaceAll("_", " ");
}

export function factValue(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => factValue(name, one)).join(", ");
  if (name === "found") return number(String(value).split(" ").filter(Boolean).length);
  if (name === "amount" && typeof value === "number") return pesos(value);
  if (typeof value !== "string") return String(value);
  if (/^[0-9a-f]{32,}$/.test(value)) return `${value.slice(0, 10)}…`;
  if (name === "table" || name === "unit") return tableName(value);
  if (name === "game") return gameName(value);
  if (name === "edition") return editionName(value);
  if (name === "role" || name === "roles") return roleName(value);
  if (name === "what") return didName(value);
  return value;
}
