import { basename, resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { projectFolders } from "../workspace-root.ts";
import { CountReporter } from "./count-reporter.ts";
import { FailedFilesReporter } from "./failed-files-reporter.ts";

const root = resolve(import.meta.dirname, "../..");
// One CommonJS file loads in a tenth of the time and memory of its many modules, and each test file loads it anew.
const drizzle = (entry: string) => resolve(root, "node_modules/drizzle-orm", entry);

const setUp = ["global-setup.ts", "kafka/kafka-setup.ts"].map((file) => resolve(root, "libs/testing/src", file));

/** Tests that guarantee something through the public door of real parts. One more worker than the smallest machine has cores: a test that starts a process or waits for a lease leaves its core to another. */
const ofServers = {
  setupFiles: [resolve(root, "libs/testing/src/leak-check.ts")],
  sequence: { groupOrder: 1 },
  testTimeout: 60_000,
  hookTimeout: 120_000,
  maxWorkers: 3,
};

// `unit` starts no server and takes seconds; then follow the apps, one after the other, and the libs and tools.
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
      // Each of an app's files takes down what it has started, and to load the app anew for each costs more than two seconds of a core.
      ...projectFolders("apps").map((app) => ({
        extends: true as const,
        test: { ...ofServers, name: basename(app), include: [`${app}/test/**/*.test.ts`], isolate: false },
      })),
      { extends: true, test: { ...ofServers, name: "server", include: ["{libs,tools}/*/test/**/*.test.ts"] } },
    ],
  },
});
