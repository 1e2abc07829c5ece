import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

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
  // Tests run the same code without a browser: what it asks of one is stood in for.
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: { include: ["test/**/*.test.ts"], setupFiles: ["test/browser.ts"] },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
