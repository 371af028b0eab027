import { type Db, type Sql, sql, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { emailQueue } from "../emails/config/tables.ts";
import { webhookQueue } from "../webhooks/config/tables.ts";

type Queue = typeof emailQueue | typeof webhookQueue;

// The queues hold only unfinished rows. Even in a long queue, one index look-up finds the next API key, and a limited number of its rows is
// counted.
const keysOf = (queue: Queue) => sql`(
     with recursive k as (
       (select ${queue.apiKeyId} from ${queue} order by ${queue.apiKeyId} limit 1)
       union all
       select (select q.${queue.apiKeyId} from ${queue} q where q.${queue.apiKeyId} > k.${queue.apiKeyId} order by q.${queue.apiKeyId} limit 1)
       from k where k.${queue.apiKeyId} is not null
     )
     select ${queue.apiKeyId} from k where ${queue.apiKeyId} is not null limit $limit)`;
const countOf = (queue: Queue, order: Sql) => sql`(
     select count(*) from (
       select from ${queue} q where q.${queue.apiKeyId} = keys.${webhookQueue.apiKeyId} ${order} limit $most
     ) as counted)`;

const waiting = statement(
  "notifications.webhook_and_email_waiting",
  { limit: types.bigint, most: types.bigint },
  { apiKeyId: types.text, deliveries: types.bigint, mails: types.bigint },
  sql`select keys.${webhookQueue.apiKeyId}, ${countOf(webhookQueue, sql`order by q.${webhookQueue.target}, q.${webhookQueue.documentKey}`)} as deliveries,
     ${countOf(emailQueue, sql`order by q.${emailQueue.emailId}`)} as mails
   from (${keysOf(webhookQueue)} union ${keysOf(emailQueue)}) as keys`,
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
