import { globSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { CountReporter } from "./count-reporter.ts";
import { FailedFilesReporter } from "./failed-files-reporter.ts";
import { longerVariable } from "./longer-tests.ts";
import { SlowestFilesReporter } from "./slowest-files-reporter.ts";

const root = resolve(import.meta.dirname, "../..");
// One CommonJS file loads in a tenth of the time and memory of its many modules, and each test file loads it again.
const drizzle = (entry: string) => resolve(root, "node_modules/drizzle-orm", entry);

const isAlone = process.env[longerVariable] !== undefined || process.env.PARLEY_TEST_POSTGRES_VERSION === "citus";

const setUp = ["global-setup.ts", "kafka/kafka-setup.ts"].map((file) => resolve(root, "libs/testing/src", file));

// `unit` starts no server and takes seconds; the others, one for each app and lib, test guarantees of real parts through their public
// interfaces.
export default defineConfig({
  root,
  resolve: {
    alias: [
      { find: /^drizzle-orm$/, replacement: drizzle("index.cjs") },
      { find: /^drizzle-orm\/pg-core$/, replacement: drizzle("pg-core/index.cjs") },
    ],
  },
  test: {
    reporters: [process.env.CI ? "dot" : "default", new CountReporter(), new FailedFilesReporter(), new SlowestFilesReporter()],
    globalSetup: setUp,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{apps,libs}/*/src/**/*.test.ts", "tools/**/*.test.ts"],
          exclude: ["**/node_modules/**", "tools/*/test/**"],
          setupFiles: [resolve(root, "libs/testing/src/no-warnings.ts")],
          // Unit tests leave nothing behind, and a worker for each file costs more than its tests.
          isolate: false,
          sequence: { groupOrder: 0 },
          // Unit tests are short, but may wait on a busy machine.
          testTimeout: 60_000,
        },
      },
      // Reloading an app for each of its files costs two seconds of a core; every file stops everything that it starts (`leak-check.ts`).
      ...globSync("{apps,libs,tools}/*/test", { cwd: root }).map((folder) => ({
        extends: true as const,
        test: {
          name: dirname(folder),
          include: [`${folder}/**/*.test.ts`],
          setupFiles: ["leak-check.ts", "no-warnings.ts"].map((file) => resolve(root, "libs/testing/src", file)),
          isolate: false,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // One worker more than the smallest machine has cores: a test that waits for a process or a lease leaves its core to another
          // test. The longer tests use both cores by themselves. With citus, roles belong to the whole cluster of servers, and two databases
          // created at the same time change them concurrently.
          maxWorkers: isAlone ? 1 : 3,
        },
      })),
    ],
  },
});
