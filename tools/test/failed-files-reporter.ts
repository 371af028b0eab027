import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Reporter, SerializedError, TestModule } from "vitest/node";

/** The variable with the path of the file to which a run writes its failed test files. */
export const failedFilesVariable = "PARLEY_TEST_FAILED_FILES";

/**
 * Writes the list of failed files, so that they can be run again. Writes nothing when an error belongs to no test: a rerun would hide it.
 */
export class FailedFilesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const path = process.env[failedFilesVariable];
    if (path === undefined || unhandled.length > 0) return;
    const failed = modules.filter((module) => module.state() === "failed").map(({ relativeModuleId }) => relativeModuleId);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(failed));
  }
}
