import { type Db, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import type { DocumentScope } from "../places/scope.ts";
import { activities } from "../schema.ts";
import { type LogParameters, logged } from "./log-record.ts";

const insert = statement(
  "activity.records_insert",
  {
    apiKeyId: activities.apiKeyId,
    organizationId: activities.organizationId,
    documentId: types.text,
    immutable: types.boolean,
    records: types.json,
  },
  {},
  logged(),
);

/**
 * Writes records about a document on their own. Only for a change whose statement cannot include them while rows are on several servers.
 * Such a statement is divided into steps: none may delete rows that an earlier one found by ctid, and what one returns is sent to all servers
 * before another inserts it.
 */
export async function insertRecords(tx: Db, { apiKeyId, organizationId, documentId }: DocumentScope, log: LogParameters): Promise<void> {
  await tx.run(insert, { apiKeyId, organizationId, documentId, ...log });
}
