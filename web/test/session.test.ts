import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { session } from "../src/lib/session.svelte";

const rosa = { id: "rosa", name: "Rosa", roles: [], wallet: 0, play: 0, csrf: "r" };
const waiting = new Map<string, (response: Response) => void>();
const answer = async (path: string, body: unknown, status = 200) => {
  waiting.get(path)!(Response.json(body, { status }));
  await new Promise((done) => setTimeout(done));
};
const kept = new Map<string, string>();

beforeEach(() => {
  vi.stubGlobal("fetch", (path: string) => new Promise<Response>((done) => waiting.set(path, done)));
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

async function come(me: typeof rosa): Promise<void> {
  const coming = session.guest(me.name);
  await answer("/api/guest", me);
  await coming;
}

test("who has left does not come back when an older question is answered", async () => {
  await come(rosa);
  const asking = session.refresh();
  const leaving = session.logOut();
  await answer("/api/logout", {});
  await leaving;
  await answer("/api/me", rosa);
  await asking;
  expect(session.me).toBeNull();
});

test("who came in meanwhile stays, whatever is said of the one before", async () => {
  await come(rosa);
  const asking = session.refresh();
  await come({ ...rosa, id: "juan", name: "Juan" });
  await answer("/api/me", { code: "no-session", text: "", clause: "", facts: {} }, 401);
  await asking;
  expect(session.me?.name).toBe("Juan");
  expect(kept.size).toBe(1);
});
