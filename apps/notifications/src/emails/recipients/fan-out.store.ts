import { type Db, sql, statement } from "@parley/database";
import { types, type ValuesOf } from "@parley/database/schema";
import { notifications } from "../../notifications/rows/tables.ts";

const fanOutRow = {
  organizationId: notifications.organizationId,
  documentId: notifications.documentId,
  actionUser: notifications.actionUser,
  notifyUsers: notifications.notifyUsers,
  notifyAll: notifications.notifyAll,
  sourceData: notifications.sourceData,
  createdAtMs: notifications.createdAtMs,
};

export type FanOutRow = ValuesOf<typeof fanOutRow>;

const select = statement(
  "notifications.email_fan_out",
  { apiKeyId: notifications.apiKeyId, ref: types.bigint },
  fanOutRow,
  sql`select ${notifications.organizationId}, ${notifications.documentId}, ${notifications.actionUser}, ${notifications.notifyUsers},
    ${notifications.notifyAll}, ${notifications.sourceData}, ${notifications.createdAtMs}
   from ${notifications} where ${notifications.apiKeyId} = $apiKeyId and ${notifications.notificationRef} = $ref`,
);

/** A notification to be sent by mail; undefined if it has been deleted. */
export function selectFanOut(db: Db, apiKeyId: string, ref: number): Promise<FanOutRow | undefined> {
  return db.row(select, { apiKeyId, ref });
}
