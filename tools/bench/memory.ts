import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startEmbeddedPostgres } from "@parley/embedded-postgres";
import { bundle } from "../build/bundle.ts";
import { median, residentMiB } from "./figures.ts";
import { shapes } from "./http.ts";
import { measure } from "./load.ts";
import { allInOne, createDemo, type Started, separate } from "./parley-targets.ts";

// What processes hold at rest and after load, by the flags that node is given: `node tools/bench/memory.ts ["--max-semi-space-size=4" …]`.
const rounds = 3;
const restMs = 4_000;
const connections = 32;

export async function benchMemory(variants: readonly string[] = [""], loadSeconds = 60): Promise<void> {
  await Promise.all(["all-in-one", "gateway", "workspace", "organization-directory"].map(bundle));
  const folder = await mkdtemp(join(tmpdir(), "parley-bench-memory-"));
  // Root runs the server as another user, who has to be let in.
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), port: 0, durable: true });
  const figures = new Map<string, number[]>();
  const note = (name: string, value: number) => figures.set(name, [...(figures.get(name) ?? []), value]);
  try {
    for (let round = 0; round < rounds; round++) {
      for (const [index, flags] of variants.entries()) {
        for (const [name, start] of Object.entries(systems)) {
          const url = await postgres.createDatabase(`memory${round}_${index}_${name.replaceAll("-", "_")}`);
          const started = await start(url, join(folder, `${round}-${index}`), { NODE_OPTIONS: flags });
          try {
            await load(started, loadSeconds, (what, value) => note(`${flags} ${what}`.trim(), value));
          } finally {
            await started.stop();
          }
        }
      }
    }
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
  for (const [name, values] of figures)
    console.log(
      `${name.padEnd(70)} ${Math.round(median(values))} (${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))})`,
    );
}

const systems = { "all-in-one": allInOne, separate: (url: string, _folder: string, more: Record<string, string>) => separate(url, more) };

async function load(started: Started, seconds: number, note: (what: string, value: number) => void): Promise<void> {
  await delay(restMs);
  const tell = (when: string) => {
    for (const [process, pid] of Object.entries(started.processes)) note(`${process} ${when}, MB`, residentMiB(pid));
  };
  tell("at rest");
  const { apiKey, authToken } = await createDemo(started);
  const headers = { "content-type": "application/json", "x-svc-api-key": apiKey, "x-svc-auth-token": authToken };
  for (const shape of shapes) {
    const { requestsPerSecond } = await measure({ ...started, headers }, shape, connections, (seconds * 1_000) / shapes.length);
    note(`${started.name} ${shape.name}, requests/s`, requestsPerSecond);
  }
  tell("after load");
}

if (import.meta.main) await benchMemory(process.argv.slice(2).length > 0 ? process.argv.slice(2) : undefined, 9);
