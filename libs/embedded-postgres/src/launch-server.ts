import { spawn } from "node:child_process";
import { Socket } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import type { ServedDataDir } from "./data-dir.ts";
import { EmbeddedPostgresError } from "./failures.ts";
import { type Guard, guardServer } from "./guard-server.ts";
import { findPostmaster } from "./postmaster.ts";
import { serverProcess } from "./server-user.ts";

const pollMs = 10;
const readyWithinMs = 120_000;
const keptLines = 20;

/** How a server runs. */
export interface ServerOptions {
  /** The port on 127.0.0.1; 0 picks a free one, or keeps the port of a server that already runs on this folder. */
  port: number;
  /** False for data that may be lost, as in tests: nothing is flushed to disk. */
  durable: boolean;
  /** Called with each output line of a server that was started here; the output of one that was already running is lost. */
  log?: (line: string) => void;
  /** Further server settings, such as `log_min_messages`. They override the defaults, but not address, port and socket. */
  settings?: Record<string, string>;
}

/**
 * Starts the server in its own session, so that Ctrl-C in our terminal reaches only us, and our services can drain before stop() ends the
 * server. A guard ends the server when our process ends in any other way. Returns the server's last lines if it exits. Readiness is read
 * from the pid file, as pg_ctl does.
 */
export async function launchServer(dir: ServedDataDir, postgres: string, args: string[], log?: (line: string) => void): Promise<Launch> {
  const child = spawn(postgres, args, { ...serverProcess(dir.user), detached: true, stdio: ["ignore", "ignore", "pipe"] });
  const lines: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => {
    lines.splice(0, lines.length - keptLines + 1);
    lines.push(line);
    log?.(line);
  });
  const exited = new Promise<"exited">((resolve, reject) => {
    child.once("error", (error) => reject(cannotRun(postgres, error)));
    child.once("close", () => resolve("exited"));
  });

  const deadline = Date.now() + readyWithinMs;
  let guard: Guard | undefined;
  while (Date.now() < deadline) {
    if ((await Promise.race([exited, setTimeout(pollMs)])) === "exited") {
      guard?.dismiss();
      return { kind: "exited", lines };
    }
    const postmaster = await findPostmaster(dir.home);
    if (postmaster === undefined || postmaster.pid !== child.pid) continue;
    // The guard starts as soon as the server owns the folder: a recovery may take long, and our process may be ended meanwhile.
    guard ??= await guardServer(dir, postmaster.pid);
    if (!postmaster.ready) continue;
    // The server must not keep this process alive.
    child.unref();
    if (child.stderr instanceof Socket) child.stderr.unref();
    return { kind: "ready", pid: postmaster.pid, guard };
  }
  child.kill("SIGINT");
  throw new EmbeddedPostgresError(`Postgres was not ready on ${dir.asked} within ${readyWithinMs / 1_000} s.`, { cause: lines });
}

type Launch = { kind: "ready"; pid: number; guard: Guard } | { kind: "exited"; lines: string[] };

// A program that exists and yet is "not found" lacks its loader: the packages are built for glibc.
function cannotRun(postgres: string, error: Error): EmbeddedPostgresError {
  const hint = "code" in error && error.code === "ENOENT" ? " (is this a Linux without glibc, such as Alpine?)" : "";
  return new EmbeddedPostgresError(`The server program ${postgres} cannot be run: ${error.message}${hint}.`, { cause: error });
}

/** The server's command line, which overrides the folder's own files. */
export function serverArguments(home: string, port: number, options: Pick<ServerOptions, "durable" | "settings">): string[] {
  const settings = { ...defaults, ...(options.durable ? {} : volatile), ...options.settings, ...reach, port: String(port) };
  return ["-D", home, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

// Small when idle, with connections for every service's pool. The launcher of logical replication would be a useless process.
const defaults = {
  max_connections: "200",
  shared_buffers: "64MB",
  max_logical_replication_workers: "0",
  log_checkpoints: "off",
  timezone: "UTC",
  log_timezone: "UTC",
};

// Settings for data that may be lost with the machine: nothing is flushed, so a commit costs no more than an asynchronous one, and the WAL
// holds only the minimum that a restart needs.
const volatile = {
  fsync: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
};

// Reachable only from this machine, over TCP: a socket file's path is limited to 107 bytes, which a deep folder exceeds.
const reach = { listen_addresses: "127.0.0.1", unix_socket_directories: "" };
