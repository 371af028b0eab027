import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { resetEmbeddedPostgres } from "@parley/embedded-postgres";
import { programEnvironment, until } from "@parley/testing";
import { hearWarnings } from "@parley/testing/programs";
import { afterAll, afterEach, beforeEach } from "vitest";
import { printedRequest } from "./paste.ts";

export const main = resolve(import.meta.dirname, "../../dist/main.js");

interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly exited: Promise<number | null>;
}

interface Starts {
  /** Empty at the beginning of each test, unless it calls `filled`. */
  readonly folder: string;
  /** Starts the bundle, or another Node program, on the folder `data`. It is stopped after the test. */
  start(environment?: Readonly<Record<string, string>>, parameters?: readonly string[], program?: readonly string[]): Started;
  /**
   * Changes `folder` to one whose `data` has seen a first start with a demo, and a stop. The tests of a file share it: a first start takes
   * three times as long as a further one.
   */
  filled(): Promise<void>;
}

/** Starts Parley in the tests of one file, as a user does: the bundled program, a data folder, a terminal. */
export function useStarts(): Starts {
  let folder = "";
  let shared: string | undefined;
  const running: Started[] = [];
  beforeEach(async () => {
    folder = await newFolder();
  });
  afterEach(async () => {
    for (const { child, exited } of running.splice(0)) {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      await exited;
    }
    if (folder !== shared) await removeFolder(folder);
  });
  afterAll(async () => {
    if (shared !== undefined) await removeFolder(shared);
  });
  return {
    get folder() {
      return folder;
    },
    start(environment = {}, parameters = [], program = [main]) {
      const started = startOn(join(folder, "data"), environment, [...program, ...parameters]);
      running.push(started);
      return started;
    },
    async filled() {
      await removeFolder(folder);
      shared ??= await startedAndStopped();
      folder = shared;
    },
  };
}

async function startedAndStopped(): Promise<string> {
  const folder = await newFolder();
  const first = startOn(join(folder, "data"), {}, [main]);
  await ready(first);
  first.child.kill("SIGTERM");
  await first.exited;
  return folder;
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "parley-start-"));
  await chmod(folder, 0o755);
  return folder;
}

async function removeFolder(folder: string): Promise<void> {
  await resetEmbeddedPostgres(join(folder, "data/postgres"));
  await rm(folder, { recursive: true, force: true });
}

function startOn(dataDir: string, environment: Readonly<Record<string, string>>, words: readonly string[]): Started {
  const ports = Object.fromEntries(
    ["GATEWAY", "OPS", "WORKSPACE", "ORGANIZATION_DIRECTORY", "USERS", "NOTIFICATIONS", "ACTIVITY", "REWRITER", "EXAMPLE"].map((name) => [
      `PARLEY_${name}_PORT`,
      "0",
    ]),
  );
  const child = spawn(process.execPath, words, {
    env: programEnvironment({ ...ports, PARLEY_DATA_DIR: dataDir, PARLEY_LOG_PRETTY: "false", ...environment }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  hearWarnings(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return { child, output: () => text, exited: once(child, "exit").then(([code]) => code as number | null) };
}

/** The output when it is ready. */
export async function ready(started: Started): Promise<string> {
  await until(() => {
    if (started.child.exitCode !== null) throw new Error(`It ended before it was ready:\n${started.output()}`);
    return printedRequest(started.output()) !== undefined;
  }, 120_000);
  return started.output();
}
