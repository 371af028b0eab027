import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from "@parley/embedded-postgres";
import { endWithUs } from "./end-with-us.ts";

/** As `startEmbeddedPostgres`, whose server outlives us: this one does not, also when a signal ends us. */
export async function startPostgresWithUs(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres(options);
  const [pid] = (await readFile(join(postgres.dataDir, "postmaster.pid"), "utf8")).split("\n", 1);
  // At once, with all of its sessions.
  const forget = endWithUs(() => tryKill(Number(pid), "SIGQUIT"));
  return {
    ...postgres,
    stop: async () => {
      await postgres.stop();
      forget();
    },
  };
}

function tryKill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It has ended already.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
