import { CompactSign, compactVerify, decodeProtectedHeader, errors } from "jose";
import * as z from "zod";
import { type AuditKeySet, publicKeyOf, type SigningKey } from "./keys.ts";

const type = "parley-audit-checkpoint+json";
const algorithm = "EdDSA";

const checkpoint = z.object({
  version: z.literal(1),
  workspaceId: z.string(),
  /** The newest record. 0: there is none yet. */
  sequence: z.int().nonnegative(),
  /** The hash of that record. */
  hash: z.string(),
  /** The oldest record that is kept. */
  firstSequence: z.int().nonnegative(),
  /** When it was signed, in ms since the epoch. */
  at: z.int().nonnegative(),
});

/** What is signed about a chain: its newest record, and so all before that. */
export type Checkpoint = z.infer<typeof checkpoint>;

/** Signs a checkpoint: a JWS in its compact form. */
export function signCheckpoint(value: Omit<Checkpoint, "version">, { id, privateKey }: SigningKey): Promise<string> {
  return new CompactSign(Buffer.from(JSON.stringify({ version: 1, ...value })))
    .setProtectedHeader({ alg: algorithm, kid: id, typ: type })
    .sign(privateKey);
}

/** A checkpoint whose signature holds, with the key that signed it; or why it is not to be believed. */
export type ReadCheckpoint =
  | { readonly checkpoint: Checkpoint; readonly keyId: string; readonly retiredAt: number | undefined }
  | { readonly problem: "unreadable" | "unknown_key" | "bad_signature" };

/** Reads a checkpoint and verifies its signature with the published keys. */
export async function readCheckpoint(jws: string, keys: AuditKeySet): Promise<ReadCheckpoint> {
  const keyId = keyIdOf(jws);
  if (keyId === undefined) return { problem: "unreadable" };
  const key = keys.keys.find(({ kid }) => kid === keyId);
  if (key === undefined) return { problem: "unknown_key" };
  try {
    const { payload, protectedHeader } = await compactVerify(jws, publicKeyOf(key), { algorithms: [algorithm] });
    const read = checkpoint.safeParse(JSON.parse(Buffer.from(payload).toString("utf8")));
    if (!read.success || protectedHeader.typ !== type) return { problem: "unreadable" };
    return { checkpoint: read.data, keyId, retiredAt: key.retiredAt };
  } catch (error) {
    if (error instanceof errors.JOSEError) return { problem: "bad_signature" };
    if (error instanceof SyntaxError) return { problem: "unreadable" };
    throw error;
  }
}

function keyIdOf(jws: string): string | undefined {
  try {
    return decodeProtectedHeader(jws).kid;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
