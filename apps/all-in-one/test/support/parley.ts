import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { freePort, killWithUs, migratedDatabase, programEnvironment, startProcess, testEnvironment } from "@parley/testing";
import { passedConstants } from "@parley/testing/process-constants";
import { hearWarnings } from "@parley/testing/programs";
import { modules } from "../../src/modules.ts";

/** How Parley runs: all modules in one process, or each in its own. */
export type Shape = "all-in-one" | "separate";

export interface Parley extends AsyncDisposable {
  readonly url: string;
  readonly adminToken: string;
  readonly databaseUrl: string;
  readonly serviceToken: string;
  /** The RPC port of each service by the name of its app. */
  readonly rpcPorts: ReadonlyMap<string, number>;
  /** The ops port of the process with the gateway. */
  readonly opsPort: number;
  /** Ids of the serving processes; the test's own in all-in-one. */
  readonly processIds: readonly number[];
  /** The process of one app, in the separate shape. */
  readonly processOf: (app: string) => ChildProcess;
  stop(): Promise<void>;
}

/** Runs Parley in one of its two shapes, on free ports, with its own database. */
export function startParley(shape: Shape, overrides: Readonly<Record<string, string>> = {}): Promise<Parley> {
  return shape === "all-in-one" ? startTogether(overrides) : startSeparately(overrides);
}

async function startTogether(overrides: Readonly<Record<string, string>>): Promise<Parley> {
  const { process: running, environment, databaseUrl, stop } = await startProcess(modules, overrides);
  return {
    url: running.addresses.get("gateway") ?? "",
    adminToken: environment.PARLEY_ADMIN_TOKEN ?? "",
    serviceToken: environment.PARLEY_SERVICE_TOKENS ?? "",
    databaseUrl,
    rpcPorts: running.rpcPorts,
    opsPort: running.opsPort,
    processIds: [process.pid],
    processOf: (app) => {
      throw new Error(`${app} has no process of its own in all-in-one.`);
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

interface Service {
  readonly app: string;
  readonly child: ChildProcess;
  readonly ready: { readonly rpcPorts: Record<string, number>; readonly addresses: Record<string, string>; readonly opsPort: number };
}

async function startSeparately(overrides: Readonly<Record<string, string>>): Promise<Parley> {
  const environmentOn = (url: string) => testEnvironment(url, { PARLEY_LOG_LEVEL: "info", ...overrides });
  const databaseUrl = await migratedDatabase(modules, environmentOn);
  const environment = environmentOn(databaseUrl);
  const started: Service[] = [];
  const urls: Record<string, string> = {};
  const stop = () =>
    Promise.all(
      started
        .splice(0)
        .reverse()
        .map(({ child }) => end(child)),
    ).then(() => undefined);
  try {
    // Services may call each other in a circle, so that every RPC port is chosen before any of them starts.
    const ports = await Promise.all(modules.map(() => freePort()));
    for (const [index, { name, serves }] of modules.entries()) {
      if (serves === undefined) continue;
      const variable = name.toUpperCase().replaceAll("-", "_");
      environment[`PARLEY_${variable}_PORT`] = String(ports[index]);
      urls[`PARLEY_${variable}_URL`] = `http://127.0.0.1:${ports[index]}`;
    }
    // All of them, even if one fails: those that have started are then stopped.
    const launched = await Promise.allSettled(modules.map(({ name }) => launch(name, { ...environment, ...urls })));
    for (const launch of launched) if (launch.status === "fulfilled") started.push(launch.value);
    for (const launch of launched) if (launch.status === "rejected") throw launch.reason;
  } catch (error) {
    await stop();
    throw error;
  }
  const rpcPorts = new Map(started.flatMap(({ ready }) => Object.entries(ready.rpcPorts)));
  const gateway = started.find(({ app }) => app === "gateway")?.ready;
  return {
    url: gateway?.addresses.gateway ?? "",
    adminToken: environment.PARLEY_ADMIN_TOKEN ?? "",
    serviceToken: environment.PARLEY_SERVICE_TOKENS ?? "",
    databaseUrl,
    rpcPorts,
    opsPort: gateway?.opsPort ?? 0,
    processIds: started.map(({ child }) => child.pid ?? 0),
    processOf: (app) => {
      const service = started.find((candidate) => candidate.app === app);
      if (service === undefined) throw new Error(`There is no process of ${app}.`);
      return service.child;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function launch(app: string, environment: Record<string, string>): Promise<Service> {
  const main = resolve(import.meta.dirname, `../../../${app}/dist/main.js`);
  const child = spawn(process.execPath, ["--import", import.meta.resolve("@parley/testing/process-constants"), main], {
    env: { ...programEnvironment(environment), ...passedConstants(environment) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  killWithUs(child);
  hearWarnings(child);
  const output: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  const lines = createInterface({ input: child.stdout });
  const exited = once(child, "exit").then(() => {
    throw new Error(`${app} ended before it was ready:\n${output.join("")}`);
  });
  const ready = new Promise<Service["ready"]>((resolveReady) => {
    lines.on("line", (line) => {
      output.push(`${line}\n`);
      if (output.length > 200) output.shift();
      if (line.includes('"msg":"ready"')) resolveReady(JSON.parse(line));
    });
  });
  exited.catch(() => undefined);
  return { app, child, ready: await Promise.race([ready, exited]) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const tooLong = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await exited;
  clearTimeout(tooLong);
}
