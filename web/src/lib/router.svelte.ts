/** The address shows the page; links stay links. */
import type { Component } from "svelte";

export type Params = Record<string, string>;
type Page = Component<Params>;

export interface Route {
  path: string;
  load: () => Promise<{ default: unknown }>;
}

class Router {
  path = $state(location.pathname);

  constructor() {
    addEventListener("popstate", () => (this.path = location.pathname));
  }

  go(path: string): void {
    if (path === this.path) return;
    history.pushState(null, "", path);
    this.path = location.pathname;
    scrollTo(0, 0);
  }

  /** Follow a click on a link of our own without leaving the page. */
  follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey) return;
    const link = (event.target as Element).closest("a");
    if (!link || link.target || link.download || link.origin !== location.origin || link.hash) return;
    event.preventDefault();
    this.go(link.pathname);
  }
}

export const router = new Router();

/** `/mesa/:table` against `/mesa/craps-1` gives `{table: "craps-1"}`. */
export function match(pattern: string, path: string): Params | null {
  const wanted = pattern.split("/").filter(Boolean);
  const given = path.split("/").filter(Boolean);
  if (wanted.length !== given.length) return null;
  const params: Params = {};
  for (const [n, part] of wanted.entries()) {
    const value = decodeURIComponent(given[n] ?? "");
    if (part.startsWith(":")) params[part.slice(1)] = value;
    else if (part !== value) return null;
  }
  return params;
}

export function find(routes: readonly Route[], path: string): [Route, Params] | null {
  for (const route of routes) {
    const params = match(route.path, path);
    if (params) return [route, params];
  }
  return null;
}

export async function load(route: Route): Promise<Page> {
  return (await route.load()).default as Page;
}
