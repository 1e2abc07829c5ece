/** Every page and its address. Pages are loaded when they are opened. */
import type { Route } from "./lib/router.svelte";

export const routes: readonly Route[] = [
  { path: "/", load: () => import("./pages/Lobby.svelte") },
  { path: "/mesa/:table", load: () => import("./pages/Table.svelte") },
  { path: "/entrar", load: () => import("./pages/Enter.svelte") },
  { path: "/cuenta", load: () => import("./pages/Account.svelte") },
  { path: "/caja", load: () => import("./pages/Cage.svelte") },
  { path: "/caja/:part", load: () => import("./pages/Cage.svelte") },
  { path: "/sala", load: () => import("./pages/Room.svelte") },
  { path: "/personas", load: () => import("./pages/People.svelte") },
  { path: "/fiscalia", load: () => import("./pages/Audit.svelte") },
  { path: "/fiscalia/:part", load: () => import("./pages/Audit.svelte") },
  { path: "/fiscalia/mesa/:table", load: () => import("./pages/Audit.svelte") },
  { path: "/fiscalia/ediciones/:game/:edition", load: () => import("./pages/Audit.svelte") },
  { path: "/fiscalia/ronda/:table/:round", load: () => import("./pages/Replay.svelte") },
  { path: "/fiscalia/ronda/:table/:round/:step", load: () => import("./pages/Replay.svelte") },
];
