import { setTimeout as delay } from "node:timers/promises";
import { type Installation, startInstallation } from "../installation/installation.ts";
import { scratchPostgres } from "../installation/scratch-postgres.ts";
import { createDemo, servingApps, targetOf } from "./demo.ts";
import { median, residentMiB } from "./figures.ts";
import { shapes } from "./http.ts";
import { measure } from "./load.ts";

// Memory of the processes at rest and after load, by the flags of node: `node tools/bench/memory.ts ["--max-semi-space-size=4" …]`.
const rounds = 3;
const restMs = 4_000;
const connections = 32;

export async function benchMemory(variants: readonly string[] = [""], loadSeconds = 60): Promise<void> {
  await using postgres = await scratchPostgres({ durable: true });
  const figures = new Map<string, number[]>();
  const note = (name: string, value: number) => figures.set(name, [...(figures.get(name) ?? []), value]);
  for (let round = 0; round < rounds; round++) {
    for (const [index, flags] of variants.entries()) {
      for (const [name, shape] of Object.entries(shapesOfProcesses)) {
        const databaseUrl = await postgres.createDatabase(`memory${round}_${index}_${name.replaceAll(/\W/g, "_")}`);
        await using installation = await startInstallation({ shape, databaseUrl, environment: { NODE_OPTIONS: flags } });
        await load(name, installation, loadSeconds, (what, value) => note(`${flags} ${what}`.trim(), value));
      }
    }
  }
  for (const [name, values] of figures)
    console.log(
      `${name.padEnd(70)} ${Math.round(median(values))} (${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))})`,
    );
}

const shapesOfProcesses = { "all-in-one": "all-in-one", "separate processes": servingApps } as const;

async function load(name: string, installation: Installation, seconds: number, note: (what: string, value: number) => void): Promise<void> {
  await delay(restMs);
  const tell = (when: string) => {
    for (const [process, { pid }] of installation.programs) note(`${process} ${when}, MB`, residentMiB(pid));
  };
  tell("at rest");
  const target = targetOf(name, installation, await createDemo(installation));
  for (const shape of shapes) {
    const { requestsPerSecond } = await measure(target, shape, connections, (seconds * 1_000) / shapes.length);
    note(`${name} ${shape.name}, requests/s`, requestsPerSecond);
  }
  tell("after load");
}

if (import.meta.main) await benchMemory(process.argv.slice(2).length > 0 ? process.argv.slice(2) : undefined, 9);
