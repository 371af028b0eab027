import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@parley/embedded-postgres";

/** A Postgres server in its own folder; both are removed on disposal. */
export interface ScratchPostgres extends AsyncDisposable {
  /** A folder for further files of the run; the server's own files are in `postgres`. */
  readonly folder: string;
  readonly dataDir: string;
  /** The superuser's URL of a new database. */
  readonly createDatabase: EmbeddedPostgres["createDatabase"];
}

interface ScratchOptions {
  /** Whether a commit waits for the disk, as in production, or is lost with the machine, as in tests. */
  readonly durable: boolean;
  readonly settings?: Record<string, string>;
}

export async function scratchPostgres(options: ScratchOptions): Promise<ScratchPostgres> {
  await using stack = new AsyncDisposableStack();
  const folder = await scratchFolder(stack);
  const dataDir = join(folder, "postgres");
  const { createDatabase, stop } = await startEmbeddedPostgres({ ...options, dataDir, port: 0 });
  stack.defer(stop);
  const own = stack.move();
  return { folder, dataDir, createDatabase, [Symbol.asyncDispose]: () => own.disposeAsync() };
}

/** A temporary folder that is removed with the stack. */
export async function scratchFolder(stack: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "parley-scratch-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  // Root runs Postgres as another user, who needs access.
  await chmod(folder, 0o755);
  return folder;
}
