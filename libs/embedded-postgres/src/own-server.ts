import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { attachRunning, DataFolderInUse, type OwnedServer } from "./attach-running.ts";
import type { ServedDataDir } from "./data-dir.ts";
import { EmbeddedPostgresError, explainOutput } from "./failures.ts";
import { type Guard, guardServer } from "./guard-server.ts";
import { launchServer, type ServerOptions, serverArguments } from "./launch-server.ts";
import { removeStalePidFile, stopPostmaster } from "./postmaster.ts";

const attempts = 40;
const retryMs = 100;

/**
 * A server on this folder that this process owns: one that a killed process left, if it runs with the requested settings, else a new one. A
 * new server is claimed like any other, because other processes may start on the same folder at any moment and only the lock decides.
 */
export async function ownServer(dir: ServedDataDir, postgres: string, options: ServerOptions): Promise<GuardedServer> {
  let failed: string[] = [];
  let launched: Launched | undefined;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const running = await claim(dir, launched);
    if (running && (await runsAsAsked(dir.home, running.postmaster.port, options))) return guarded(dir, running, launched);
    launched?.guard.dismiss();
    await running?.ownership.release(() => stopPostmaster(dir.home, running.postmaster.pid));

    await removeStalePidFile(dir.home);
    const port = options.port || (await freePort());
    const launch = await launchServer(dir, postgres, serverArguments(dir.home, port, options), options.log);
    launched = launch.kind === "ready" ? launch : undefined;
    if (launch.kind === "ready") continue;
    failed = launch.lines;
    if (!passes(failed, options.port)) break;
    await setTimeout(retryMs);
  }
  throw explainExit(failed, dir.asked, options.port);
}

interface GuardedServer extends OwnedServer {
  guard: Guard;
}

interface Launched {
  pid: number;
  guard: Guard;
}

// A server that we launched and could not claim must not remain without an owner, unless another process was first.
async function claim(dir: ServedDataDir, launched: Launched | undefined): Promise<OwnedServer | undefined> {
  try {
    return await attachRunning(dir);
  } catch (error) {
    if (launched !== undefined && !(error instanceof DataFolderInUse)) await stopPostmaster(dir.home, launched.pid);
    launched?.guard.dismiss();
    throw error;
  }
}

// The guard of the killed process has been killed too, or finds that the server is ours now.
async function guarded(dir: ServedDataDir, running: OwnedServer, launched: Launched | undefined): Promise<GuardedServer> {
  const { pid } = running.postmaster;
  if (launched?.pid === pid) return { ...running, guard: launched.guard };
  launched?.guard.dismiss();
  return { ...running, guard: await guardServer(dir, pid) };
}

// Postgres records the command line of the server that started last.
async function runsAsAsked(home: string, runningPort: number, options: ServerOptions): Promise<boolean> {
  const recorded = await readFile(join(home, "postmaster.opts"), "utf8");
  const asked = serverArguments(home, options.port || runningPort, options);
  return recorded.trimEnd().endsWith(asked.map((argument) => ` "${argument}"`).join(""));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  // The address of a listening TCP server is never a string or null.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

// Another start came first, the backends of a killed server have not ended yet, or the free port was taken meanwhile.
function passes(lines: string[], askedPort: number): boolean {
  const text = lines.join("\n");
  return bindFailure.test(text) ? askedPort === 0 : passing.some((message) => text.includes(message));
}

const passing = ['"postmaster.pid" already exists', '"postmaster.pid" is empty', "pre-existing shared memory block"];

const bindFailure = /could not bind IPv4 address "127\.0\.0\.1": (.+)/;

function explainExit(lines: string[], asked: string, port: number): EmbeddedPostgresError {
  const [, refusal] = bindFailure.exec(lines.join("\n")) ?? [];
  if (refusal) return new EmbeddedPostgresError(`Postgres cannot listen on port ${port} of 127.0.0.1: ${refusal}.`, { cause: lines });
  return explainOutput(lines, asked) ?? new EmbeddedPostgresError(`Postgres did not start on ${asked}: ${lines.join(" | ")}`);
}
