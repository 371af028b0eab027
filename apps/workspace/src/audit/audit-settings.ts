import { type AuditKeys, publicBytesOf, type RetiredKey, type SigningKey, signingKey } from "@parley/audit";
import { expandedKey, gatewayKeyOf, type SealingKeys } from "@parley/kernel";
import { constant, integer, setting } from "@parley/runtime";
import * as z from "zod";

const signs = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/;
const retired = /^([A-Za-z0-9_-]{1,32}):retired:([A-Za-z0-9+/]{43}=):([0-9TZ:.+-]{10,35})$/;
const dayMs = 86_400_000;

/** Settings of the audit log. */
export const auditSettings = {
  auditKeys: setting<AuditKeys | undefined>("PARLEY_AUDIT_KEYS", {
    description:
      "Comma-separated Ed25519 keys of checkpoints of the audit log, newest first: id:base64 of 32 random bytes for a signing key, id:retired:base64 of its public key:time for a retired one; `main.js retired-audit-keys` prints those. Unset, they are derived from PARLEY_MASTER_KEYS.",
    secret: true,
    schema: z.string().transform(parsed).optional(),
  }),
  auditRetentionDays: integer("PARLEY_AUDIT_RETENTION_DAYS", {
    description: "Days that records of the audit log are kept; older ones are deleted.",
    default: 365,
    min: 1,
    max: 36_500,
  }),
  auditUnknownAfterMs: integer("PARLEY_AUDIT_UNKNOWN_AFTER_MS", {
    description:
      "Milliseconds after which the outcome of a request that was not reported is recorded as unknown; longer than any operation takes.",
    default: 180_000,
    min: 100,
    max: 86_400_000,
  }),
  /** Milliseconds between two checkpoints of a workspace's audit log in the process's log. */
  auditCheckpointMs: constant(3_600_000),
};

export function auditRetentionMs(days: number): number {
  return days * dayMs;
}

/** The given keys, or those derived from the master keys. */
export function auditKeysOf(given: AuditKeys | undefined, masterKeys: SealingKeys): AuditKeys {
  if (given !== undefined) return given;
  const [newest, ...older] = masterKeys.map((key) => signingKey(key.id, expandedKey(gatewayKeyOf(key), "parley audit checkpoints")));
  if (newest === undefined) throw new Error("There is no master key.");
  return { signing: [newest, ...older], retired: [] };
}

/** The keys as retired entries of the setting: from the given time on they verify and sign no more. */
export function retiredText({ signing, retired: already }: AuditKeys, atMs: number): string {
  const entry = (id: string, publicKey: Buffer, ms: number) =>
    `${id}:retired:${publicKey.toString("base64")}:${new Date(ms).toISOString()}`;
  return [
    ...signing.map((key) => entry(key.id, publicBytesOf(key), atMs)),
    ...already.map(({ id, publicKey, retiredAtMs }) => entry(id, publicKey, retiredAtMs)),
  ].join(",");
}

function parsed(line: string, context: z.RefinementCtx): AuditKeys {
  const refuse = (message: string) => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  const signing: SigningKey[] = [];
  const old: RetiredKey[] = [];
  for (const item of line.split(",").map((each) => each.trim())) {
    const [, id = "", seed = ""] = signs.exec(item) ?? [];
    const [, oldId = "", publicKey = "", time = ""] = retired.exec(item) ?? [];
    if (id !== "") signing.push(signingKey(id, Buffer.from(seed, "base64")));
    else if (oldId !== "" && Number.isFinite(Date.parse(time)))
      old.push({ id: oldId, publicKey: Buffer.from(publicKey, "base64"), retiredAtMs: Date.parse(time) });
    else return refuse("contains an entry that is neither id:base64 of 32 bytes nor id:retired:base64 of 32 bytes:time");
  }
  const ids = [...signing, ...old].map(({ id }) => id);
  if (new Set(ids).size < ids.length) return refuse("holds two keys with the same id");
  const [newest, ...older] = signing;
  if (newest === undefined) return refuse("holds no key that signs");
  return { signing: [newest, ...older], retired: old };
}
