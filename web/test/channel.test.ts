import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refusal } from "../src/lib/api/http";
import { Channel, type Socket } from "../src/lib/table/channel";
import { news, told, view } from "./samples";

class Wire implements Socket {
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  sent: { id: string; command: unknown; saw?: string }[] = [];
  constructor(readonly address: string) {}
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
  says(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  hello(next = 1): this {
    this.says({ is: "hello", view: view({ next }), next, now: 0 });
    return this;
  }
}

const wires: Wire[] = [];
const listener = {
  hello: vi.fn(),
  news: vi.fn(),
  changed: vi.fn(),
  expired: vi.fn(),
  exists: vi.fn(async () => true),
};
const last = (): Wire => wires.at(-1)!;
const channel = (): Channel =>
  new Channel(() => "ws://casino/socket?lang=es", listener, (address) => {
    wires.push(new Wire(address));
    return last();
  });

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  wires.length = 0;
});
afterEach(() => vi.useRealTimers());

test("a command says which state was seen, where it must still be the same", () => {
  const wire = channel();
  wire.open();
  last().hello();
  void wire.send({ do: "begin" }, "croupier", "s7");
  void wire.send({ do: "leave", seat: 1 }, "jugador");
  expect(last().sent.map((one) => one.saw)).toEqual(["s7", undefined]);
});

test("cut off, it resumes where it was and sends again what was not answered, with the same id", async () => {
  const wire = channel();
  wire.open();
  last().hello(5);
  last().says(news("s1", [told(5, "announced")]));
  const done = wire.send({ do: "begin" }, "croupier");
  last().onclose?.({ code: 1006 });
  expect(wire.connection).toBe("cut");
  await vi.advanceTimersByTimeAsync(1000);
  expect(wires).toHaveLength(2);
  expect(last().address).toMatch(/start=6$/);
  last().hello(6);
  expect(last().sent).toEqual(wires[0]!.sent);
  last().says({ is: "done", id: last().sent[0]!.id, state: "s2" });
  await expect(done).resolves.toBe("s2");
});

test("what is told twice is heard once", () => {
  const wire = channel();
  wire.open();
  last().hello(3);
  last().says(news("s1", [told(3, "a"), told(4, "b")]));
  last().says(news("s2", [told(4, "b"), told(5, "c")]));
  expect(listener.news.mock.calls.map(([one]) => one.events.map((event: { n: number }) => event.n))).toEqual([[3, 4], [5]]);
});

test("a refusal is thrown to whoever sent the command", async () => {
  const wire = channel();
  wire.open();
  last().hello();
  const sent = wire.send({ do: "begin" }, "croupier");
  const denied = { code: "not-open", clause: "CAT-I.4.1-01", facts: {}, text: "no" };
  last().says({ is: "denied", id: last().sent[0]!.id, denied });
  await expect(sent).rejects.toEqual(new Refusal(denied));
});

test("where there is no such table it does not try again", async () => {
  listener.exists.mockResolvedValueOnce(false);
  const wire = channel();
  wire.open();
  last().onclose?.({ code: 4404 });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(wire.connection).toBe("gone");
  expect(wires).toHaveLength(1);
});

test("the bets open to one's own seat are handed on as they come", () => {
  const offers = vi.fn();
  const wire = new Channel(() => "ws://casino/socket?offers=1", { ...listener, offers }, (address) => {
    wires.push(new Wire(address));
    return last();
  });
  wire.open();
  last().hello().says({ is: "offers", offers: [{ bet: "rojo", clause: "c", open: true }] });
  last().says({ is: "offers", offers: [] });
  expect(offers.mock.calls.map(([given]) => given.length)).toEqual([1, 0]);
});
