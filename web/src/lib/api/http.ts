/** Questions to the server over HTTP. Whatever it refuses is thrown as a `Refusal`. */
import { settings } from "../settings.svelte";
import type { Denied } from "./types";

export class Refusal extends Error {
  constructor(
    readonly denied: Denied,
    readonly status = 409,
  ) {
    super(denied.text);
  }
}

const CSRF = "tapete.csrf";

/** The secret that goes with the session: it comes once, when somebody comes in. */
export const secret = {
  get: () => localStorage.getItem(CSRF),
  keep: (csrf: string) => localStorage.setItem(CSRF, csrf),
  forget: () => localStorage.removeItem(CSRF),
};

export function get<T>(path: string): Promise<T> {
  return ask<T>(path, { method: "GET" });
}

export function post<T>(path: string, body: unknown = {}): Promise<T> {
  const headers = { "content-type": "application/json", "x-csrf": secret.get() ?? "" };
  return ask<T>(path, { method: "POST", headers, body: JSON.stringify(body) });
}

async function ask<T>(path: string, init: RequestInit): Promise<T> {
  const headers = { ...init.headers, "accept-language": settings.lang };
  const response = await fetch(path, { ...init, headers, credentials: "same-origin" });
  const text = await response.text();
  if (!response.ok) throw new Refusal(denied(text, response.status), response.status);
  const kind = response.headers.get("content-type") ?? "";
  return (kind.includes("json") && text ? JSON.parse(text) : text) as T;
}

function denied(text: string, status: number): Denied {
  try {
    const found = JSON.parse(text) as Partial<Denied>;
    if (found.code && found.text) return { clause: "", facts: {}, ...found } as Denied;
  } catch {
    // not one of ours: a proxy in between, say
  }
  return { code: `http-${status}`, clause: "", facts: {}, text: `${status}` };
}
