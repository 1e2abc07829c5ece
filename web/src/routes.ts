/** Every page and its address. Pages are loaded when they are opened. */
import type { Route } from "./lib/router.svelte";

export const routes: readonly Route[] = [
  { path: "/", load: () => import("./pages/Lobby.svelte") },
  { path: "/mesa/:table", load: () => import("./pages/Table.svelte") },
  { path: "/consola", load: () => import("./pages/Duty.svelte") },
  { path: "/consola/:table", load: () => import("./pages/Console.svelte") },
  { path: "/mesa-jefe/:table", load: () => import("./pages/Desk.svelte") },
  { path: "/matematicas", load: () => import("./pages/Figures.svelte") },
  { path: "/matematicas/:game", load: () => import("./pages/GameFigures.svelte") },
  { path: "/escuela", load: () => import("./pages/School.svelte") },
  { path: "/escuela/:kind/:game/:level", load: () => import("./pages/Drill.svelte") },
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
