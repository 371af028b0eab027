import { spawn } from "node:child_process";
import { once } from "node:events";

// Runs before a new version serves: applies the migrations of every schema and creates missing topics. Running it again changes nothing.
const services = ["workspace", "organization-directory", "users", "notifications", "activity", "rewriter"];
const steps = [...services.map((service) => [service, "migrate"] as const), ["workspace", "create-topics"] as const];

for (const [service, command] of steps) {
  const child = spawn(process.execPath, [`${import.meta.dirname}/${service}/main.js`, command], { stdio: "inherit" });
  // The first process of a container must forward signals itself; the next run completes an interrupted step.
  const propagate = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, propagate);
  const [status, ended] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.off(signal, propagate);
  if (status !== 0) {
    console.error(ended === null ? `${service} ${command} failed.` : `${service} ${command} was ended by ${ended}.`);
    process.exit(1);
  }
}
