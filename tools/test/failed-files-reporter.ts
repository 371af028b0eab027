import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Reporter, SerializedError, TestCase, TestModule } from "vitest/node";

/** The variable with the path of the file to which a run writes what failed. */
export const failedFilesVariable = "PARLEY_TEST_FAILED_FILES";

export interface FailedFile {
  readonly file: string;
  /** Names of the failed tests, each with the first line of its error; empty when the file itself failed. */
  readonly tests: readonly string[];
}

/**
 * Writes the list of failed files, so that they can be run again. Writes nothing when an error belongs to no test: a rerun would hide it.
 */
export class FailedFilesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const path = process.env[failedFilesVariable];
    if (path === undefined || unhandled.length > 0) return;
    const failed = modules
      .filter((module) => module.state() === "failed")
      .map((module): FailedFile => ({ file: module.relativeModuleId, tests: [...module.children.allTests("failed")].map(described) }));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(failed));
  }
}

function described(test: TestCase): string {
  const [first] = test.result().errors ?? [];
  return `${test.fullName}: ${first?.message.split("\n", 1)[0] ?? "no error"}`;
}
