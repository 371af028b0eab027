import { writeFileSync } from "node:fs";
import { Session } from "node:inspector";

// Loaded into a process before its program (`--import`): a signal starts a CPU profile, the next one ends and writes it.
const file = `${process.env.BENCH_PROFILE}.${process.pid}`;
const intervalUs = 500;
const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.setSamplingInterval", { interval: intervalUs });
let running = false;
process.on("SIGUSR2", () => {
  if (!running) session.post("Profiler.start");
  else session.post("Profiler.stop", (error, result) => writeFileSync(file, JSON.stringify(error ?? result.profile)));
  running = !running;
});
