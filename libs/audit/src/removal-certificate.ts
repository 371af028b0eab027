import { createHash } from "node:crypto";
import * as z from "zod";
import type { AuditKeySet, SigningKey } from "./keys.ts";
import { readSigned, type SignatureProblem, signed } from "./signed.ts";

const type = "parley-removal-certificate+json";

/** What a removal does not reach. */
const notCovered = ["kafka", "backups", "webhookEndpoints", "mails", "freeTexts", "auditLog"] as const;

const certificate = z.object({
  version: z.literal(1),
  issuer: z.string(),
  jobId: z.string(),
  kind: z.string(),
  requestedAt: z.int().nonnegative(),
  completedAt: z.int().nonnegative(),
  /** The record of the audit log about the request; null when none is known. */
  auditRecordId: z.string().nullable(),
  /** SHA-256 of the salt, a line break and the words of each: `user:ada`. */
  subjects: z.array(z.string()),
  /** What went from each; rows are null where an earlier release did a part of it without counting, and then the time may be 0. */
  collections: z.array(
    z.object({ service: z.string(), collection: z.string(), rows: z.int().nonnegative().nullable(), doneAt: z.int().nonnegative() }),
  ),
  /** When everything had been looked through once more; 0 when it was not. */
  secondLookAt: z.int().nonnegative(),
  /** Where copies may be left, and until when at the latest; null when the installation does not know. */
  notCovered: z.array(z.object({ what: z.enum(notCovered), until: z.int().nonnegative().nullable() })),
  /** A checkpoint of the audit log that covers the record. */
  auditCheckpoint: z.string(),
});

/** What is signed about a removal. It names nobody. */
export type RemovalCertificate = z.infer<typeof certificate>;

/** Signs a certificate: a JWS in its compact form. */
export function signRemovalCertificate(value: Omit<RemovalCertificate, "version">, key: SigningKey): Promise<string> {
  return signed(type, { version: 1, ...value }, key);
}

/** A certificate whose signature holds, with the key that signed it; or why it is not to be believed. */
type ReadRemovalCertificate =
  | { readonly certificate: RemovalCertificate; readonly keyId: string }
  | { readonly problem: SignatureProblem | "retired_key" };

/** Reads a certificate and verifies its signature with the published keys. */
export async function readRemovalCertificate(jws: string, keys: AuditKeySet): Promise<ReadRemovalCertificate> {
  const read = await readSigned(jws, type, certificate, keys);
  if ("problem" in read) return read;
  const { value, keyId, retiredAt } = read;
  // It is signed after the removal was complete.
  return retiredAt !== undefined && value.completedAt > retiredAt ? { problem: "retired_key" } : { certificate: value, keyId };
}

/** How a certificate writes a subject: `user:ada`, `document:plan`. */
export function subjectHashOf(salt: string, subject: string): string {
  return createHash("sha256").update(`${salt}\n${subject}`).digest("base64url");
}

const data = z.object({ certificate: z.string(), salt: z.string() });
// As a client returns it, as `parley call` prints it, and as it comes over HTTP.
const answer = z.union([
  data,
  z.object({ data }).transform((result) => result.data),
  z.object({ result: z.object({ data }) }).transform(({ result }) => result.data),
]);

/** A certificate with its salt in an answer of `removals.getCertificate`, or the certificate alone; undefined for another text. */
export function readCertificateText(text: string): { readonly certificate: string; readonly salt?: string } | undefined {
  if (!text.trimStart().startsWith("{")) return { certificate: text.trim() };
  try {
    return answer.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
