import type { Reporter, TestModule } from "vitest/node";

/** Ends the run with one plain line for programs. */
export class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    let skippedFiles = 0;
    for (const module of modules) {
      const states = [...module.children.allTests()].map((test) => test.result().state);
      for (const state of states) if (state !== "pending") counts[state]++;
      if (states.length > 0 && states.every((state) => state === "skipped")) skippedFiles++;
      // A file that failed before its first test, or after its last.
      if (module.state() === "failed" && !states.includes("failed")) counts.failed++;
    }
    const files = skippedFiles === 0 ? "" : ` (${skippedFiles} ${skippedFiles === 1 ? "file" : "files"} as a whole)`;
    process.on("exit", () => console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped${files}`));
  }
}
