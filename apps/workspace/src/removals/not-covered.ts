import type { RemovalCertificate } from "@parley/audit";

/** An installation's settings about copies that a removal does not reach. */
export interface Copies {
  /** How long Kafka keeps events; undefined without Kafka. */
  readonly kafkaHours: number | undefined;
  /** How long the installation keeps backups; 0 when it makes none, undefined when it does not say. */
  readonly backupDays: number | undefined;
  readonly auditDays: number;
}

interface Settings {
  readonly kafkaBrokers: readonly string[];
  readonly topicRetentionHours: number;
  readonly backupRetentionDays: number | undefined;
  readonly auditRetentionDays: number;
}

/** The copies according to the settings. */
export function copiesOf({ kafkaBrokers, topicRetentionHours, backupRetentionDays, auditRetentionDays }: Settings): Copies {
  const kafkaHours = kafkaBrokers.length === 0 ? undefined : topicRetentionHours;
  return { kafkaHours, backupDays: backupRetentionDays, auditDays: auditRetentionDays };
}

const hourMs = 3_600_000;

/** The places where copies of erased data may remain, each with the latest time at which they expire. */
export function notCoveredOf(
  kind: string,
  completedAt: number,
  { kafkaHours, backupDays, auditDays }: Copies,
): RemovalCertificate["notCovered"] {
  return [
    ...(kafkaHours === undefined ? [] : [{ what: "kafka" as const, until: completedAt + kafkaHours * hourMs }]),
    ...(backupDays === 0
      ? []
      : [{ what: "backups" as const, until: backupDays === undefined ? null : completedAt + backupDays * 24 * hourMs }]),
    // Webhooks and mails that were sent before remain with their recipients.
    { what: "webhookEndpoints", until: null },
    { what: "mails", until: null },
    // Other users may have written about the user, and the customer's servers may have put the user's id into metadata.
    ...(kind === "user" ? [{ what: "freeTexts" as const, until: null }] : []),
    // Audit records contain places and API keys by their ids, and users by hashes.
    ...(kind === "user" ? [] : [{ what: "auditLog" as const, until: completedAt + auditDays * 24 * hourMs }]),
  ];
}
