/** Questions to the server over HTTP. Whatever it refuses is thrown as a `Refusal`. */
import { reality } from "../reality.svelte";
import { settings } from "../settings.svelte";
import type { Denied } from "./types";

export class Refusal extends Error {
  constructor(
    readonly denied: Denied,
    readonly status = 409,
  ) {
    super(denied.text);
    reality.notice(denied);
  }
}

const CSRF = "tapete.csrf";
const WORKING = 202;
const AGAIN = 100;

/** The secret that goes with the session: it comes once, when somebody comes in. */
export const secret = {
  get: () => localStorage.getItem(CSRF),
  keep: (csrf: string) => localStorage.setItem(CSRF, csrf),
  forget: () => localStorage.removeItem(CSRF),
};

/** `stopped`: whoever asked does not wait any more. */
export function get<T>(path: string, stopped?: AbortSignal): Promise<T> {
  return ask<T>(path, { method: "GET" }, stopped);
}

export function post<T>(path: string, body: unknown = {}): Promise<T> {
  const headers = { "content-type": "application/json", "x-csrf": secret.get() ?? "" };
  return ask<T>(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** What the server is still working out is asked for again. */
async function ask<T>(path: string, init: RequestInit, stopped?: AbortSignal): Promise<T> {
  const headers = { ...init.headers, "accept-language": settings.lang };
  const response = await fetch(path, { ...init, headers, credentials: "same-origin" });
  if (response.status === WORKING && !stopped?.aborted) {
    await new Promise((done) => setTimeout(done, AGAIN));
    return ask<T>(path, init, stopped);
  }
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
