/** Texts of the screen in both languages. English must have the keys of Spanish, all and no other:
 * the compiler holds that. */
import { settings } from "../settings.svelte";

export type Texts<T> = { readonly [K in keyof T]: string };
export type Facts = Record<string, string | number>;

/** A function that says a text by its key, in the language of the reader. */
export function speaker<T extends Record<string, string>>(es: T, en: Texts<T>) {
  return (key: keyof T, facts: Facts = {}): string => {
    const text: string = (settings.lang === "en" ? en : es)[key];
    return text.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? "—"));
  };
}
