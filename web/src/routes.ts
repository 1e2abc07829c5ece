/** Every page and its address. Pages are loaded when they are opened. */
import type { Route } from "./lib/router.svelte";

export const routes: readonly Route[] = [
  { path: "/", load: () => import("./pages/Lobby.svelte") },
  { path: "/mesa/:table", load: () => import("./pages/Table.svelte") },
  { path: "/matematicas", load: () => import("./pages/Figures.svelte") },
  { path: "/matematicas/:game", load: () => import("./pages/GameFigures.svelte") },
  { path: "/entrar", load: () => import("./pages/Enter.svelte") },
];
