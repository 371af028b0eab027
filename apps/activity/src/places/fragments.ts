import { type Sql, sql } from "@parley/database";
import { activities, annotations, feedEpochs, recordings } from "../schema.ts";

/**
 * SQL: a row by id, for use in `from`. It uses bounds and an order instead of `=`. Without statistics Postgres considers every index with
 * the same leading columns as equally good, and would read a whole document to find one row. Only the index of the key has this order.
 * `limit` keeps the planner from any other kind of join. `documentId` is the document of a table whose ids are unique in one.
 */
export function rowById(table: keyof typeof tables, id: Sql, columns: Sql, lock = sql``, documentId = sql`$documentId`): Sql {
  const { from, key, within } = tables[table];
  return sql`lateral (
    select ${columns} from ${from}
    where ${from.apiKeyId} = $apiKeyId and ${from.organizationId} = $organizationId ${within(documentId)} and ${key} between ${id} and ${id}
    order by ${key} limit 1 ${lock})`;
}

const tables = {
  annotations: { from: annotations, key: annotations.annotationId, within: (id: Sql) => sql`and ${annotations.documentId} = ${id}` },
  recordings: { from: recordings, key: recordings.recordingId, within: (id: Sql) => sql`and ${recordings.documentId} = ${id}` },
  activities: { from: activities, key: activities.activityId, within: () => sql`` },
} as const;

/** SQL: the ids of a parameter in the order in which all transactions lock rows, under the alias `i`. */
export function sortedIds(ids: Sql): Sql {
  return sql`(select id from unnest(${ids}::text[]) as i (id) order by id collate "C") i`;
}

/**
 * SQL: the API key, read from a thread that existed before the statement, for use in `from` under the alias `k`. A statement that inserts
 * what an earlier step of it returned takes the key from here: while rows are on several servers, Citus then inserts on the thread's server.
 * It would send the rows of that step to all servers if the key were a parameter.
 */
export function keyOfThread(annotationRef: Sql): Sql {
  return sql`lateral (
    select ${annotations.apiKeyId} from ${annotations}
    where ${annotations.apiKeyId} = $apiKeyId and ${annotations.annotationRef} between ${annotationRef} and ${annotationRef}
    order by ${annotations.annotationRef} limit 1) k`;
}

/**
 * SQL: the feed position of the rows that the transaction writes: its id, shifted behind all rows that existed before. Computed once per
 * statement. It is read with a row of `feed_epochs`, so that it is computed on the server that has this table: when rows are spread over
 * several servers, each of them numbers its own transactions.
 */
export const feedPosition = sql`(select activity.feed_position() from ${feedEpochs} order by ${feedEpochs.epoch} desc limit 1)`;
