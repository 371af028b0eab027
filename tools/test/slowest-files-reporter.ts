import type { Reporter, TestModule } from "vitest/node";

const shown = 12;
const leastFiles = 100;

/** Names the files that took longest in a run of many, so that whoever shortens the suite knows where to begin. */
export class SlowestFilesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < leastFiles) return;
    const files = modules.map((module) => ({ file: module.relativeModuleId, ms: wallMs(module) }));
    const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, shown);
    console.log(`\nSlowest files:\n${slowest.map(({ file, ms }) => `${(ms / 1_000).toFixed(0).padStart(5)} s  ${file}`).join("\n")}`);
  }
}

// Setting up is often longer than the tests.
function wallMs(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
}
