import { resolve } from "node:path";
import { Client, DatabaseError, escapeIdentifier } from "pg";
import { serverUrl } from "./attach-running.ts";
import { readPassword } from "./data-dir.ts";
import { explainFolderFailure } from "./failures.ts";
import { findBinaries } from "./find-binaries.ts";
import { initialiseData } from "./initialise-data.ts";
import type { ServerOptions } from "./launch-server.ts";
import { ownServer } from "./own-server.ts";
import { stopPostmaster, watchPostmaster } from "./postmaster.ts";
import { prepareDataDir } from "./prepare-data-dir.ts";

export interface EmbeddedPostgresOptions extends ServerOptions {
  /** Created when missing, with its parents. The superuser's password is kept next to it, in `<dataDir>.password`. */
  dataDir: string;
  /** The folder of a package with another release of the server (15 or newer) than the one that is installed. */
  packageRoot?: string;
}

/** A running server that only this process owns. */
export interface EmbeddedPostgres {
  /** The superuser's URL of the database `postgres`. It contains the password. */
  url: string;
  port: number;
  dataDir: string;
  /**
   * The URL of a new database: a copy of the template, or an empty one. Without a template an existing database is kept; with one the call
   * fails, because the existing database would not be the copy.
   */
  createDatabase(name: string, template?: string): Promise<string>;
  /** Calls the listener when the server has ended without `stop()`: it crashed or was killed. */
  onGone(listener: () => void): void;
  /** Fast shutdown: sessions are ended, their open transactions rolled back. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * A Postgres 18 server on this folder, or one of the given release, which listens on 127.0.0.1 only. It is a process of its own: Ctrl-C in
 * our terminal does not reach it, and it ends with stop(), or when our process ends without it, even if killed. If its guard is killed with
 * us, it keeps running, and the next start on the folder takes it over (or restarts it if the options differ). At most one process at a
 * time owns a folder. Text sorts by bytes.
 *
 * Root runs the server as the folder's owner, initially the account `postgres`. If that account cannot reach the folder, the files are in
 * /var/lib/parley and the folder is a link; see `rootDataDir`.
 *
 * Fails with an EmbeddedPostgresError when a person can change the reason: the folder is in use, of another major version, or not writable;
 * the disk is full; the port is taken.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    const dir = await prepareDataDir(options.dataDir);
    const binaries = await findBinaries(dir.user, options.packageRoot);
    await initialiseData(dir, binaries, options.durable);
    const password = await readPassword(dir);
    const { postmaster, ownership, guard } = await ownServer(dir, binaries.postgres, options);

    const url = serverUrl(postmaster.port, password);
    const watches: (() => void)[] = [];
    const stopOnce = () => {
      for (const end of watches) end();
      // Keep the guard until the server is gone: our process may still be ended meanwhile.
      return ownership.release(() => stopPostmaster(dir.home, postmaster.pid)).finally(() => guard.dismiss());
    };
    let stopping: Promise<void> | undefined;
    return {
      url,
      port: postmaster.port,
      dataDir: dir.asked,
      createDatabase: async (name, template) => {
        await createDatabase(url, name, template);
        return serverUrl(postmaster.port, password, name);
      },
      onGone: (listener) => watches.push(watchPostmaster(postmaster.pid, dir.home, listener)),
      stop: () => (stopping ??= stopOnce()),
    };
  } catch (error) {
    throw explainFolderFailure(error, resolve(options.dataDir));
  }
}

// Creates the database over a separate connection.
async function createDatabase(url: string, name: string, template?: string): Promise<void> {
  const client = new Client({ connectionString: url, ssl: false });
  await client.connect();
  try {
    if (template === undefined) await createMissing(client, name);
    else await client.query(`create database ${escapeIdentifier(name)} template ${escapeIdentifier(template)}`);
  } finally {
    await client.end();
  }
}

// Checked first, because the server would log a refusal at every start. Another process may still create the database in between.
async function createMissing(client: Client, name: string): Promise<void> {
  const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
  if (rowCount) return;
  try {
    await client.query(`create database ${escapeIdentifier(name)}`);
  } catch (error) {
    if (!(error instanceof DatabaseError && (error.code === "42P04" || error.code === "23505"))) throw error;
  }
}
