import { type Db, statement } from "@parley/database";
import { types } from "@parley/database/schema";

// The queues hold only what has not ended.
const waiting = statement(
  "notifications.webhook_and_email_waiting",
  { limit: types.bigint },
  { apiKeyId: types.text, deliveries: types.bigint, mails: types.bigint },
  `select api_key_id, sum(deliveries)::bigint as deliveries, sum(mails)::bigint as mails
   from (
     select api_key_id, count(*) as deliveries, 0 as mails from webhook_queue group by api_key_id
     union all
     select api_key_id, 0 as deliveries, count(*) as mails from email_queue group by api_key_id
   ) as queues
   group by api_key_id order by sum(deliveries) + sum(mails) desc limit $limit`,
  { acrossKeys: "What waits is counted for all API keys at once." },
);

const mostKeys = 1_000;

interface Waiting {
  readonly apiKeyId: string;
  readonly waitingDeliveries: bigint;
  readonly waitingMails: bigint;
}

/** How many deliveries and mails of each API key have not ended, of the thousand keys with most. */
export async function readWaiting(db: Db): Promise<Waiting[]> {
  const rows = await db.rows(waiting, { limit: mostKeys });
  return rows.map(({ apiKeyId, deliveries, mails }) => ({
    apiKeyId,
    waitingDeliveries: BigInt(deliveries),
    waitingMails: BigInt(mails),
  }));
}
