import { hash } from "node:crypto";
import canonicalize from "canonicalize";
import * as z from "zod";

/** The kind of actor: a token, a session of the console, the admin token or an operator, another service, or Parley itself. */
const actorTypes = ["token", "session", "admin", "service", "system"] as const;

/**
 * The outcome that the actor saw: success, refused (4xx), failed (5xx), or `unknown`: no outcome was recorded, so the action may or may not
 * have happened.
 */
const outcomes = ["success", "refused", "failed", "unknown"] as const;

/** The hash of personal data, and the salt without which the data cannot be guessed; the salt is null once the person was erased. */
const personal = z.strictObject({ hash: z.string(), salt: z.string().nullable() });

/**
 * A record of the audit log in the form in which it is read and exported. `hash` covers the whole record. Personal data enters it only by
 * its own hash, so that a person can be erased and the chain still verifies.
 */
export const auditRecord = z.strictObject({
  version: z.literal(1),
  workspaceId: z.string(),
  recordId: z.string(),
  sequence: z.int().positive(),
  occurredAt: z.int().nonnegative(),
  action: z.string(),
  actor: z.strictObject({ type: z.enum(actorTypes), id: z.string(), name: z.string().nullable() }),
  targets: z.array(z.strictObject({ type: z.string(), id: z.string().nullable(), personal: personal.optional() })),
  apiKey: z.string().nullable(),
  context: z.strictObject({ ip: z.string().nullable(), userAgent: z.string().nullable(), requestId: z.string() }),
  outcome: z.enum(outcomes),
  changes: z.array(z.string()),
  personal,
  previousHash: z.string(),
  hash: z.string(),
});

export type AuditRecord = z.infer<typeof auditRecord>;
export type ActorType = (typeof actorTypes)[number];
export type Outcome = (typeof outcomes)[number];

/** The part of a record that its hash covers in plain text; it contains no personal data. */
interface PublicPart extends Pick<AuditRecord, "workspaceId" | "recordId" | "sequence" | "occurredAt" | "action" | "apiKey"> {
  readonly actor: { readonly type: string; readonly id: string };
  /** Persons among the targets appear only by their hash. */
  readonly targets: readonly PublicTarget[];
  readonly requestId: string;
  readonly outcome: string;
  readonly changes: readonly string[];
  readonly personalHash: string;
  readonly previousHash: string;
}

export type PublicTarget = { readonly type: string; readonly id: string } | { readonly type: string; readonly personalHash: string };

/** The part of a record with personal data. */
interface PersonalPart {
  readonly name: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** The hash of a record: SHA-256 of its canonical JSON (RFC 8785), base64url. */
export function hashOf(record: PublicPart): string {
  return digest({ version: 1, ...record });
}

export function personalHashOf(salt: string, { name, ip, userAgent }: PersonalPart): string {
  return digest({ salt, name, ip, userAgent });
}

/** The hash that represents a person among the targets. */
export function personHashOf(salt: string, id: string): string {
  return digest({ salt, id });
}

/** The "previous hash" of the first record in a workspace's chain. */
export function beginningOf(workspaceId: string): string {
  return digest({ chain: "parley audit log", workspaceId });
}

/** The part of a record that its hash covers. */
export function publicPartOf(record: AuditRecord): PublicPart {
  const { workspaceId, recordId, sequence, occurredAt, action, actor, apiKey, context, outcome, changes, previousHash } = record;
  return {
    workspaceId,
    recordId,
    sequence,
    occurredAt,
    action,
    actor: { type: actor.type, id: actor.id },
    targets: record.targets.map(publicTargetOf),
    apiKey,
    requestId: context.requestId,
    outcome,
    changes,
    personalHash: record.personal.hash,
    previousHash,
  };
}

function publicTargetOf({ type, id, personal: hidden }: AuditRecord["targets"][number]): PublicTarget {
  return hidden === undefined ? { type, id: id ?? "" } : { type, personalHash: hidden.hash };
}

function digest(value: object): string {
  return hash("sha256", canonicalize(value) ?? "", "base64url");
}
