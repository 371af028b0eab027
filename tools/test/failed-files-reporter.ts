import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Reporter, SerializedError, TestModule } from "vitest/node";

/** Names the file that a run writes its failed test files to. */
export const failedFilesVariable = "PARLEY_TEST_FAILED_FILES";

/** Leaves the list of files that failed, for who runs them again. Nothing when an error belongs to no test: to run a file again would hide it. */
export class FailedFilesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const path = process.env[failedFilesVariable];
    if (path === undefined || unhandled.length > 0) return;
    const failed = modules.filter((module) => module.state() === "failed").map(({ relativeModuleId }) => relativeModuleId);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(failed));
  }
}
