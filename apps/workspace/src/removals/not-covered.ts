import type { RemovalCertificate } from "@parley/audit";

/** What an installation knows of copies that a removal does not reach. */
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

/** The copies that settings speak of. */
export function copiesOf({ kafkaBrokers, topicRetentionHours, backupRetentionDays, auditRetentionDays }: Settings): Copies {
  const kafkaHours = kafkaBrokers.length === 0 ? undefined : topicRetentionHours;
  return { kafkaHours, backupDays: backupRetentionDays, auditDays: auditRetentionDays };
}

const hourMs = 3_600_000;

/** Where copies of what was removed may be left, and until when at the latest. */
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
    // What was sent before is with those who received it.
    { what: "webhookEndpoints", until: null },
    { what: "mails", until: null },
    // Others may have written about a user, and your servers may have put ids into metadata.
    ...(kind === "user" ? [{ what: "freeTexts" as const, until: null }] : []),
    // Records of the audit log name places and API keys by their ids, and users by hashes.
    ...(kind === "user" ? [] : [{ what: "auditLog" as const, until: completedAt + auditDays * 24 * hourMs }]),
  ];
}
