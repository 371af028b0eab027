import { spawn } from "node:child_process";
import { once } from "node:events";

// Before a new version serves: brings every schema to its newest step and creates the topics that are missing. Repeating it changes nothing.
const services = ["workspace", "organization-directory", "users", "notifications", "activity", "rewriter"];
const steps = [...services.map((service) => [service, "migrate"] as const), ["workspace", "create-topics"] as const];

for (const [service, command] of steps) {
  const child = spawn(process.execPath, [`${import.meta.dirname}/${service}/main.js`, command], { stdio: "inherit" });
  // As the first process of a container it has to end others itself; what a step leaves half done is done by the next run.
  const propagate = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, propagate);
  const [status, ended] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.off(signal, propagate);
  if (status !== 0) {
    console.error(ended === null ? `${service} ${command} failed.` : `${service} ${command} was ended by ${ended}.`);
    process.exit(1);
  }
}
