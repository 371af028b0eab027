import { createHash } from "node:crypto";
import * as z from "zod";
import type { AuditKeySet, SigningKey } from "./keys.ts";
import { readSigned, type SignatureProblem, signed } from "./signed.ts";

const type = "parley-removal-certificate+json";

/** The places that a removal does not reach. */
const notCovered = ["kafka", "backups", "webhookEndpoints", "mails", "freeTexts", "auditLog"] as const;

const certificate = z.object({
  version: z.literal(1),
  issuer: z.string(),
  jobId: z.string(),
  kind: z.string(),
  requestedAt: z.int().nonnegative(),
  completedAt: z.int().nonnegative(),
  /** The audit record of the request; null when none is known. */
  auditRecordId: z.string().nullable(),
  /** The SHA-256 hash of each subject: of the salt, a line break and the subject's words, such as `user:ada`. */
  subjects: z.array(z.string()),
  /** The rows erased from each collection. */
  collections: z.array(
    z.object({ service: z.string(), collection: z.string(), rows: z.int().nonnegative(), doneAt: z.int().nonnegative() }),
  ),
  /** When the second pass over everything ended; 0 when there was none. */
  secondLookAt: z.int().nonnegative(),
  /** The places where copies may remain, each with the latest time at which they expire; null when the installation does not know it. */
  notCovered: z.array(z.object({ what: z.enum(notCovered), until: z.int().nonnegative().nullable() })),
  /** A checkpoint of the audit log that covers the audit record. */
  auditCheckpoint: z.string(),
});

/** The signed statement about a removal. It contains no ids of the erased subjects. */
export type RemovalCertificate = z.infer<typeof certificate>;

/** Signs a certificate: a JWS in its compact form. */
export function signRemovalCertificate(value: Omit<RemovalCertificate, "version">, key: SigningKey): Promise<string> {
  return signed(type, { version: 1, ...value }, key);
}

/** A certificate whose signature is valid, with the key that signed it; or the reason why it is not trusted. */
type ReadRemovalCertificate =
  | { readonly certificate: RemovalCertificate; readonly keyId: string }
  | { readonly problem: SignatureProblem | "retired_key" };

/** Reads a certificate and verifies its signature with the published keys. */
export async function readRemovalCertificate(jws: string, keys: AuditKeySet): Promise<ReadRemovalCertificate> {
  const read = await readSigned(jws, type, certificate, keys);
  if ("problem" in read) return read;
  const { value, keyId, retiredAt } = read;
  // A certificate is signed after its removal was complete.
  return retiredAt !== undefined && value.completedAt > retiredAt ? { problem: "retired_key" } : { certificate: value, keyId };
}

/** The hash of a subject (`user:ada`, `document:plan`) in a certificate. */
export function subjectHashOf(salt: string, subject: string): string {
  return createHash("sha256").update(`${salt}\n${subject}`).digest("base64url");
}

const data = z.object({ certificate: z.string(), salt: z.string() });
// The forms of a certificate as a client returns it, `parley call` prints it, and the API sends it.
const answer = z.union([
  data,
  z.object({ data }).transform((result) => result.data),
  z.object({ result: z.object({ data }) }).transform(({ result }) => result.data),
]);

/** A certificate with its salt, from a response of `removals.getCertificate`, or the certificate alone; undefined for any other text. */
export function readCertificateText(text: string): { readonly certificate: string; readonly salt?: string } | undefined {
  if (!text.trimStart().startsWith("{")) return { certificate: text.trim() };
  try {
    return answer.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
