/** Every page and its address. Pages are loaded when they are opened. */
import type { Route } from "./lib/router.svelte";

export const routes: readonly Route[] = [
  { path: "/", load: () => import("./pages/Lobby.svelte") },
  { path: "/mesa/:table", load: () => import("./pages/Table.svelte") },
  { path: "/escuela", load: () => import("./pages/School.svelte") },
  { path: "/escuela/:kind/:game/:level", load: () => import("./pages/Drill.svelte") },
  { path: "/entrar", load: () => import("./pages/Enter.svelte") },
];
