import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

// Unit tests alone: they start no server. Stryker copies this file with the sources, so that its root is the copy.
export default defineConfig({
  root: resolve(import.meta.dirname, "../../.."),
  test: { include: ["{apps,libs}/*/src/**/*.test.ts"], isolate: false, testTimeout: 60_000 },
});
