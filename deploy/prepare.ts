import { spawnSync } from "node:child_process";

// Before a new version serves: brings every schema to its newest step and creates the topics that are missing. Repeating it changes nothing.
const services = ["workspace", "organization-directory", "users", "notifications", "activity", "rewriter"];
const steps = [...services.map((service) => [service, "migrate"] as const), ["workspace", "create-topics"] as const];

for (const [service, command] of steps) {
  const { status } = spawnSync(process.execPath, [`${import.meta.dirname}/${service}/main.js`, command], { stdio: "inherit" });
  if (status !== 0) {
    console.error(`${service} ${command} failed.`);
    process.exit(1);
  }
}
