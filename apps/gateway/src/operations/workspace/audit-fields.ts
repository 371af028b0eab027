import { AuditActorType, AuditOutcome, type AuditRecord, type AuditTarget } from "@parley/contracts/workspace";
import * as z from "zod";
import { timestampMs, wholeNumber } from "../fields.ts";

const actorTypes = {
  [AuditActorType.UNSPECIFIED]: "system",
  [AuditActorType.TOKEN]: "token",
  [AuditActorType.SESSION]: "session",
  [AuditActorType.ADMIN]: "admin",
  [AuditActorType.SERVICE]: "service",
  [AuditActorType.SYSTEM]: "system",
} as const satisfies Record<AuditActorType, string>;

const outcomes = {
  [AuditOutcome.UNSPECIFIED]: "unknown",
  [AuditOutcome.SUCCESS]: "success",
  [AuditOutcome.REFUSED]: "refused",
  [AuditOutcome.FAILED]: "failed",
  [AuditOutcome.UNKNOWN]: "unknown",
} as const satisfies Record<AuditOutcome, string>;

const personal = z.object({
  hash: z.string().meta({
    description: "Represents the personal values in the record's hash: SHA-256 of their canonical JSON with the salt, base64url.",
  }),
  salt: z.string().nullable().meta({ description: "Null once the person was erased." }),
});

/** A record of the audit log. */
export const storedAuditRecord = z.object({
  version: wholeNumber().meta({ description: "Version of the hash; 1." }),
  workspaceId: z.string().meta({ description: "Id of the workspace." }),
  recordId: z.string().meta({ description: "Id of the record." }),
  sequence: wholeNumber().meta({ description: "Its position in the chain, from 1." }),
  occurredAt: timestampMs().meta({ description: "When the act began." }),
  action: z.string().meta({ description: "The operation's name in the clients, `console.…` or `ops.…`." }),
  actor: z
    .object({
      type: z.enum(["token", "session", "admin", "service", "system"]).meta({
        description: "The bearer of a token, a session of the console, the admin token or an operator, another service, or Parley itself.",
      }),
      id: z.string().meta({ description: "The id of the token." }),
      name: z.string().nullable().meta({ description: "The name of the token, or the person of a session; null once erased." }),
    })
    .meta({ description: "Who acted." }),
  targets: z
    .array(
      z.object({
        type: z.string().meta({ description: "`apiKey`, `token`, `organization`, `document`, `user`, `removal`, …." }),
        id: z.string().nullable().meta({ description: "Null for a user who was erased." }),
        personal: personal.optional().meta({ description: "Only for a user." }),
      }),
    )
    .meta({ description: "The objects of the act, including created ones." }),
  apiKey: z.string().nullable().meta({ description: "The API key of the act." }),
  context: z
    .object({
      ip: z.string().nullable().meta({ description: "The address of the client; null once the actor was erased." }),
      userAgent: z
        .string()
        .nullable()
        .meta({ description: "The client's user agent; null if it sent none, or once the actor was erased." }),
      requestId: z.string().meta({ description: "The `x-request-id` of the request." }),
    })
    .meta({ description: "The origin of the act." }),
  outcome: z.enum(["success", "refused", "failed", "unknown"]).meta({
    description:
      "The response to the caller: `failed` is a fault of the installation (the act may have been done in part); `unknown` means that no outcome was reported (it may have been done).",
  }),
  changes: z.array(z.string()).meta({ description: "Names of the fields that were set." }),
  personal: personal.meta({ description: "For the actor's name, the address and the user agent." }),
  previousHash: z.string().meta({ description: "The hash of the record before." }),
  hash: z.string().meta({
    description: "SHA-256 of the record's canonical JSON (RFC 8785), base64url; personal values are represented by their hashes.",
  }),
});

export function fromAuditRecord(record: AuditRecord): z.output<typeof storedAuditRecord> {
  const { workspaceId, recordId, action, actorId, requestId, changes, previousHash, hash } = record;
  return {
    version: 1,
    workspaceId,
    recordId,
    sequence: Number(record.sequence),
    occurredAt: Number(record.occurredAtMs),
    action,
    actor: { type: actorTypes[record.actorType], id: actorId, name: record.actorName ?? null },
    targets: record.targets.map(fromTarget),
    apiKey: record.apiKeyId || null,
    context: { ip: record.ip ?? null, userAgent: record.userAgent ?? null, requestId },
    outcome: outcomes[record.outcome],
    changes,
    personal: { hash: record.personalHash, salt: record.salt ?? null },
    previousHash,
    hash,
  };
}

function fromTarget({ type, id, personalHash, salt }: AuditTarget) {
  if (personalHash === "") return { type, id };
  return { type, id: id || null, personal: { hash: personalHash, salt: salt || null } };
}
