/** Every page and its address. Pages are loaded when they are opened. */
import type { Route } from "./lib/router.svelte";

export const routes: readonly Route[] = [
  { path: "/", load: () => import("./pages/Lobby.svelte") },
  { path: "/mesa/:table", load: () => import("./pages/Table.svelte") },
  { path: "/consola", load: () => import("./pages/Duty.svelte") },
  { path: "/consola/:table", load: () => import("./pages/Console.svelte") },
  { path: "/mesa-jefe/:table", load: () => import("./pages/Desk.svelte") },
  { path: "/entrar", load: () => import("./pages/Enter.svelte") },
];
