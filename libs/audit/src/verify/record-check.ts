import { type AuditRecord, auditRecord, hashOf, personalHashOf, personHashOf, publicPartOf } from "../record.ts";
import type { Findings } from "./findings.ts";

/** The record on a line, or undefined if the line holds none. */
export function recordIn(text: string): AuditRecord | undefined {
  try {
    return auditRecord.safeParse(JSON.parse(text)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Checks that a record has the content that was hashed. */
export function checkRecord(record: AuditRecord, line: number, findings: Findings): void {
  const { sequence, recordId } = record;
  if (hashOf(publicPartOf(record)) !== record.hash) {
    findings.add({ code: "changed", message: `Record ${sequence} (${recordId}, line ${line}) was changed.`, line, sequence });
  }
  if (!holdsWhoActed(record) || !record.targets.every(holdsTarget)) {
    const message = `The personal data in record ${sequence} (${recordId}, line ${line}) were changed.`;
    findings.add({ code: "personal_changed", message, line, sequence });
  }
}

// Without the salt, no personal data may be left.
function holdsWhoActed({ actor: { name }, context: { ip, userAgent }, personal }: AuditRecord): boolean {
  if (personal.salt === null) return name === null && ip === null && userAgent === null;
  return personalHashOf(personal.salt, { name, ip, userAgent }) === personal.hash;
}

function holdsTarget({ id, personal }: AuditRecord["targets"][number]): boolean {
  if (personal === undefined) return id !== null;
  if (personal.salt === null || id === null) return personal.salt === null && id === null;
  return personHashOf(personal.salt, id) === personal.hash;
}
