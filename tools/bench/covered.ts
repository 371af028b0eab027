import { renameSync, writeFileSync } from "node:fs";
import { type Profiler, Session } from "node:inspector";

// Loaded into a process before its program (`--import`): the first signal begins to count how often each function runs, each further one
// writes the counts since the one before.
const session = new Session();
session.connect();
session.post("Profiler.enable");
let taken = 0;
process.on("SIGUSR2", () => {
  if (taken === 0) session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false }, () => write([]));
  else session.post("Profiler.takePreciseCoverage", (error, report) => write(error === null ? report.result : []));
});

function write(scripts: readonly Profiler.ScriptCoverage[]): void {
  const file = `${process.env.BENCH_COVERAGE}.${taken++}`;
  writeFileSync(`${file}.part`, JSON.stringify(scripts.filter(({ url }) => url.startsWith("file:"))));
  renameSync(`${file}.part`, file);
}
