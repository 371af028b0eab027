import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { workspaceRoot } from "../workspace-root.ts";
import { load } from "./load.ts";

// `node tools/acceptance/compose-upgrade.ts` starts deploy/compose.yaml, replaces every service with deploy/upgrade-compose.sh under load,
// and prints what customers saw. It needs a Docker engine with compose, and built images. Goal: no service is unavailable for more than two
// seconds.
const compose = ["compose", "-f", join(workspaceRoot, "deploy/compose.yaml")];
const adminToken = process.env.PARLEY_ADMIN_TOKEN || "only-for-trying-out-never-for-anything-else";
const requestsPerSecond = 20;
const goalMs = 2_000;

await run("docker", [...compose, "up", "-d", "--wait"]);
const done = new AbortController();
const loading = load({ url: "http://127.0.0.1:8080", adminToken, requestsPerSecond, signal: done.signal, maxSeconds: 600 });
const upgraded = await run(join(workspaceRoot, "deploy/upgrade-compose.sh"), []).finally(() => done.abort());
const { sent, failures, longestGapMs, p99Ms, acknowledged, missing } = await loading;

console.table([...longestGapMs].map(([service, gapMs]) => ({ service, "longest gap between responses, ms": Math.round(gapMs) })));
console.log(
  `${failures.length} of ${sent} requests failed; p99 ${Math.round(p99Ms)} ms; ${acknowledged} writes acknowledged, ${missing.length} missing; ${upgraded} s.`,
);
const kinds = Map.groupBy(failures, ({ service, path, status, text }) => `${service}: ${path} ${status} ${text.slice(0, 120)}`);
for (const [what, all] of kinds) console.log(`  ${all.length} × ${what}`);
if (missing.length > 0 || [...longestGapMs.values()].some((gapMs) => gapMs > goalMs)) process.exitCode = 1;

/** Runs the program to its end and returns the seconds it took. Fails when the program fails. */
async function run(command: string, parameters: readonly string[]): Promise<number> {
  const beganMs = performance.now();
  const child = spawn(command, parameters, { stdio: "inherit" });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`${command} exited with ${code}.`);
  return Math.round((performance.now() - beganMs) / 1000);
}
