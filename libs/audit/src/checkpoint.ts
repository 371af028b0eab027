import * as z from "zod";
import type { AuditKeySet, SigningKey } from "./keys.ts";
import { readSigned, type SignatureProblem, signed } from "./signed.ts";

const type = "parley-audit-checkpoint+json";

const checkpoint = z.object({
  version: z.literal(1),
  workspaceId: z.string(),
  /** Sequence of the newest record; 0 when there is none yet. */
  sequence: z.int().nonnegative(),
  /** The hash of that record. */
  hash: z.string(),
  /** Sequence of the oldest record that is kept. */
  firstSequence: z.int().nonnegative(),
  /**
   * When the newest record that was removed by age was sealed; before any was removed, when the chain began. No kept record was sealed
   * before. Absent, like the retention, in checkpoints of releases that did not sign it.
   */
  removedUntil: z.int().nonnegative().optional(),
  /** The retention of the process that signed, in ms. */
  retentionMs: z.int().positive().optional(),
  /** When it was signed, in ms since the epoch. */
  at: z.int().nonnegative(),
});

/** The signed statement about a chain: it covers the newest record, and so all before it. */
export type Checkpoint = z.infer<typeof checkpoint>;

/** Signs a checkpoint: a JWS in its compact form. */
export function signCheckpoint(value: Omit<Checkpoint, "version">, key: SigningKey): Promise<string> {
  return signed(type, { version: 1, ...value }, key);
}

/** A checkpoint whose signature is valid, with the key that signed it; or the reason why it is not trusted. */
export type ReadCheckpoint =
  | { readonly checkpoint: Checkpoint; readonly keyId: string; readonly retiredAt: number | undefined }
  | { readonly problem: SignatureProblem };

/** Reads a checkpoint and verifies its signature with the published keys. */
export async function readCheckpoint(jws: string, keys: AuditKeySet): Promise<ReadCheckpoint> {
  const read = await readSigned(jws, type, checkpoint, keys);
  return "problem" in read ? read : { checkpoint: read.value, keyId: read.keyId, retiredAt: read.retiredAt };
}
