import { setTimeout } from "node:timers/promises";
import { type DataDir, passwordFile } from "./data-dir.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { readPassword } from "./password.ts";
import { findPostmaster, type Postmaster } from "./postmaster.ts";
import { type Claim, claimServer, type Ownership } from "./server-ownership.ts";
import { serverUrl } from "./server-url.ts";

/** A running server that this process owns. */
export interface OwnedServer {
  postmaster: Postmaster;
  ownership: Ownership;
}

/** Another process owns the server of this folder. */
export class DataFolderInUse extends EmbeddedPostgresError {}

const pollMs = 25;
const readyWithinMs = 120_000;
// A killed owner keeps its lock until the kernel and Postgres notice.
const heldGraceMs = 1_000;

/**
 * Becomes the owner of the server that already runs on this folder, once it has started or recovered. Undefined when none runs, or when one
 * was just stopping. Fails with DataFolderInUse when another process owns it.
 */
export async function attachRunning(dir: DataDir): Promise<OwnedServer | undefined> {
  const deadline = Date.now() + readyWithinMs;
  let heldUntil = Number.POSITIVE_INFINITY;
  while (Date.now() < deadline) {
    const postmaster = await findPostmaster(dir.home);
    if (postmaster === undefined) return undefined;
    const claim = await claimReady(dir, postmaster);
    if (claim.kind === "owned") return { postmaster, ownership: claim.ownership };
    if (claim.kind === "held") heldUntil = Math.min(heldUntil, Date.now() + heldGraceMs);
    if (claim.kind === "held" && Date.now() >= heldUntil) throw inUse(dir, claim.by);
    if (claim.kind === "wrong password") throw wrongPassword(dir);
    await setTimeout(pollMs);
  }
  throw new EmbeddedPostgresError(`The server that runs on ${dir.asked} was not ready within ${readyWithinMs / 1_000} s.`);
}

async function claimReady(dir: DataDir, { port, ready }: Postmaster): Promise<Claim> {
  return ready ? claimServer(serverUrl(port, await readPassword(dir))) : { kind: "unreachable" };
}

function inUse({ asked }: DataDir, by: string): DataFolderInUse {
  return new DataFolderInUse(`Another Parley process${by} uses the data folder ${asked}.`);
}

function wrongPassword({ asked, home }: DataDir): EmbeddedPostgresError {
  return new EmbeddedPostgresError(`The server that runs on ${asked} refuses the password in ${passwordFile(home)}.`);
}
