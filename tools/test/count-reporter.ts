import type { Reporter, TestModule } from "vitest/node";

/** Ends the run with one plain line, for programs that read it. */
export class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== "pending") counts[state]++;
      }
    }
    process.on("exit", () => console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`));
  }
}
