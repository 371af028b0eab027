import { type Db, sql, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { emailQueue } from "../emails/config/tables.ts";
import { webhookQueue } from "../webhooks/config/tables.ts";

// The queues hold only unfinished rows. Even in a long queue, one index look-up finds the next API key, and a limited number of its rows is
// counted.
const waiting = statement(
  "notifications.webhook_and_email_waiting",
  { limit: types.bigint, most: types.bigint },
  { apiKeyId: types.text, deliveries: types.bigint, mails: types.bigint },
  sql`with recursive of_webhooks as (
     (select ${webhookQueue.apiKeyId} from ${webhookQueue} order by ${webhookQueue.apiKeyId} limit 1)
     union all
     select (select q.${webhookQueue.apiKeyId} from ${webhookQueue} q where q.${webhookQueue.apiKeyId} > k.${webhookQueue.apiKeyId}
       order by q.${webhookQueue.apiKeyId} limit 1)
     from of_webhooks k where k.${webhookQueue.apiKeyId} is not null
   ),
   of_mails as (
     (select ${emailQueue.apiKeyId} from ${emailQueue} order by ${emailQueue.apiKeyId} limit 1)
     union all
     select (select q.${emailQueue.apiKeyId} from ${emailQueue} q where q.${emailQueue.apiKeyId} > k.${emailQueue.apiKeyId}
       order by q.${emailQueue.apiKeyId} limit 1)
     from of_mails k where k.${emailQueue.apiKeyId} is not null
   ),
   keys as (
     (select ${webhookQueue.apiKeyId} from of_webhooks where ${webhookQueue.apiKeyId} is not null limit $limit)
     union
     (select ${emailQueue.apiKeyId} from of_mails where ${emailQueue.apiKeyId} is not null limit $limit)
   )
   select k.${webhookQueue.apiKeyId},
     (select count(*) from (select from ${webhookQueue} q where q.${webhookQueue.apiKeyId} = k.${webhookQueue.apiKeyId}
       limit $most) as counted) as deliveries,
     (select count(*) from (select from ${emailQueue} q where q.${emailQueue.apiKeyId} = k.${webhookQueue.apiKeyId}
       order by q.${emailQueue.emailId} limit $most) as counted) as mails
   from keys k`,
  { crossTenant: "Waiting rows of all API keys are counted together." },
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
