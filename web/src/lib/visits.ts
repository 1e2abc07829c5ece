/** What this browser's reader has seen before: games he has played a round of, the welcome. */
const KEY = "tapete.known";

function all(): string[] {
  return (localStorage.getItem(KEY) ?? "").split(" ").filter(Boolean);
}

export function knows(what: string): boolean {
  return all().includes(what);
}

export function learn(what: string): void {
  if (!knows(what)) localStorage.setItem(KEY, [...all(), what].join(" "));
}
