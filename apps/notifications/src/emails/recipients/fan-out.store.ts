import { type Db, statement } from "@parley/database";

export interface FanOutRow {
  readonly organizationId: string;
  readonly documentId: string;
  readonly actionUser: string;
  readonly notifyUsers: string;
  readonly notifyAll: boolean;
  readonly sourceData: string;
  readonly createdAtMs: number;
}

const select = statement<{ apiKeyId: string; ref: number }, FanOutRow>(
  "notifications.email_fan_out",
  `select organization_id, document_id, action_user, notify_users, notify_all, source_data, created_at_ms
   from notifications where api_key_id = $apiKeyId and notification_ref = $ref`,
);

/** A notification that mails have to tell of; undefined when it has been deleted. */
export function selectFanOut(db: Db, apiKeyId: string, ref: number): Promise<FanOutRow | undefined> {
  return db.row(select, { apiKeyId, ref });
}
