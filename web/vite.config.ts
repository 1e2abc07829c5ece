import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = process.env.TAPETE ?? "http://127.0.0.1:8077";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/tapete/floor/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    reportCompressedSize: true,
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
