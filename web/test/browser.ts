/** What the code asks of a browser, as far as tests without one need it. */
const kept = new Map<string, string>();

Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  },
  matchMedia: () => ({ matches: false, addEventListener: () => {} }),
  location: { origin: "http://casino.test", pathname: "/" },
});
Object.defineProperty(globalThis, "navigator", { value: { language: "es-CL" }, configurable: true });
