import { type Db, statement } from "@parley/database";
import { types } from "@parley/database/schema";

// The queues hold only unfinished rows. However long they are, one step through their index finds the next API key, and a limited number of
// its rows is counted.
const waiting = statement(
  "notifications.webhook_and_email_waiting",
  { limit: types.bigint, most: types.bigint },
  { apiKeyId: types.text, deliveries: types.bigint, mails: types.bigint },
  `with recursive of_webhooks as (
     (select api_key_id from webhook_queue order by api_key_id limit 1)
     union all
     select (select q.api_key_id from webhook_queue q where q.api_key_id > k.api_key_id order by q.api_key_id limit 1)
     from of_webhooks k where k.api_key_id is not null
   ),
   of_mails as (
     (select api_key_id from email_queue order by api_key_id limit 1)
     union all
     select (select q.api_key_id from email_queue q where q.api_key_id > k.api_key_id order by q.api_key_id limit 1)
     from of_mails k where k.api_key_id is not null
   ),
   keys as (
     (select api_key_id from of_webhooks where api_key_id is not null limit $limit)
     union
     (select api_key_id from of_mails where api_key_id is not null limit $limit)
   )
   select k.api_key_id,
     (select count(*) from (select from webhook_queue q where q.api_key_id = k.api_key_id limit $most) as counted) as deliveries,
     (select count(*) from (select from email_queue q where q.api_key_id = k.api_key_id order by q.email_id limit $most) as counted) as mails
   from keys k`,
  { crossTenant: "What waits is counted for all API keys at once." },
);

const mostKeys = 1_000;
const mostRows = 10_000;

interface Waiting {
  readonly apiKeyId: string;
  readonly waitingDeliveries: bigint;
  readonly waitingMails: bigint;
}

/** The number of unfinished deliveries and mails of each API key, up to 10,000 of each, for up to a thousand keys of each queue. */
export async function readWaiting(db: Db): Promise<Waiting[]> {
  const rows = await db.rows(waiting, { limit: mostKeys, most: mostRows });
  return rows.map(({ apiKeyId, deliveries, mails }) => ({
    apiKeyId,
    waitingDeliveries: BigInt(deliveries),
    waitingMails: BigInt(mails),
  }));
}
