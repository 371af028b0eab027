import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { CountReporter } from "./count-reporter.ts";
import { FailedFilesReporter } from "./failed-files-reporter.ts";

const root = resolve(import.meta.dirname, "../..");
// One CommonJS file loads in a tenth of the time and memory of its many modules, and each test file loads it anew.
const drizzle = (entry: string) => resolve(root, "node_modules/drizzle-orm", entry);

const setUp = ["global-setup.ts", "kafka/kafka-setup.ts"].map((file) => resolve(root, "libs/testing/src", file));

// One more worker than the smallest machine has cores: a test that starts a process or waits for a lease leaves its core to another.
const ofServers = {
  setupFiles: [resolve(root, "libs/testing/src/leak-check.ts")],
  sequence: { groupOrder: 1 },
  testTimeout: 60_000,
  hookTimeout: 120_000,
  maxWorkers: 3,
};

/** Apps whose test files take down all that they start, so that they share what is loaded. */
const loadedOnce = ["activity", "organization-directory", "users", "workspace"];

// `unit` starts no server and takes seconds; the others guarantee something through the public door of real parts.
export default defineConfig({
  root,
  resolve: {
    alias: [
      { find: /^drizzle-orm$/, replacement: drizzle("index.cjs") },
      { find: /^drizzle-orm\/pg-core$/, replacement: drizzle("pg-core/index.cjs") },
    ],
  },
  test: {
    reporters: [process.env.CI ? "dot" : "default", new CountReporter(), new FailedFilesReporter()],
    globalSetup: setUp,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{apps,libs}/*/src/**/*.test.ts", "tools/**/*.test.ts"],
          exclude: ["**/node_modules/**", "tools/*/test/**"],
          // Pure tests leave nothing behind, and a worker for each file costs more than what is in it.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      // To load an app anew for each of its files costs two seconds of a core.
      ...loadedOnce.map((app) => ({
        extends: true as const,
        test: { ...ofServers, name: app, include: [`apps/${app}/test/**/*.test.ts`], isolate: false },
      })),
      {
        extends: true,
        test: {
          ...ofServers,
          name: "server",
          include: ["{apps,libs,tools}/*/test/**/*.test.ts"],
          exclude: ["**/node_modules/**", ...loadedOnce.map((app) => `apps/${app}/**`)],
        },
      },
    ],
  },
});
