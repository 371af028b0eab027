import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@parley/embedded-postgres";

/** A database server of a test's own, which can be stopped, started again and reset to an earlier copy of its files. */
export interface OwnPostgres extends AsyncDisposable {
  /** Starts the server, on another port each time; returns the superuser's URL of a database `parley`, which is created once. */
  start(): Promise<string>;
  stop(): Promise<void>;
  /** Copies the files of the stopped server. */
  copy(): Promise<void>;
  /** Resets the stopped server to its copy. */
  restore(): Promise<void>;
}

export async function ownPostgres(): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(tmpdir(), "parley-own-postgres-"));
  // Root runs the server as another account.
  await chmod(folder, 0o755);
  const dataDir = join(folder, "data");
  const backup = join(folder, "backup");
  let server: EmbeddedPostgres | undefined;
  const stop = async () => {
    await server?.stop();
    server = undefined;
  };
  // Keeps the files' owner and mode, without which the server refuses them.
  const copied = async (from: string, to: string) => {
    await rm(to, { recursive: true, force: true });
    execFileSync("cp", ["-a", from, to]);
  };
  return {
    async start() {
      server = await startEmbeddedPostgres({ dataDir, port: 0, durable: false });
      return server.createDatabase("parley");
    },
    stop,
    copy: async () => copied(await realpath(dataDir), backup),
    restore: async () => copied(backup, await realpath(dataDir)),
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
