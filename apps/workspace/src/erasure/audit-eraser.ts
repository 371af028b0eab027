import { sql } from "@parley/database";
import { type Eraser, rowEraser, userRanges } from "@parley/erasure";
import { auditPeople } from "../schema.ts";

const people = rowEraser(
  "workspace",
  "erase_audit_people",
  {
    table: auditPeople,
    match: sql`t.${auditPeople.userId} = r.id`,
    key: [auditPeople.recordId, auditPeople.position],
    writtenAt: auditPeople.createdAtMs,
  },
  userRanges,
);

/**
 * Erases users from the audit records that are about them: records stay, with a hash in place of the user. Like a profile, a user of the
 * API key stays when the erasure covers only some organizations.
 */
export const auditEraser: Eraser = {
  ...people,
  ranges: async (db, erasure, page) =>
    erasure.scope.organizationIds.length > 0 ? { ranges: [], next: undefined } : userRanges(db, erasure, page),
};
