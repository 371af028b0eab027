import { sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { type Eraser, speaksOf, subjectParameters } from "@parley/erasure";
import { waitingEvents } from "../schema.ts";

const remove = statement(
  "notifications.erase_waiting_events",
  {
    apiKeyId: types.text,
    subjects: listOf(types.text),
    allOf: listOf(types.text),
    oneOf: listOf(types.text),
    requestedAtMs: types.bigint,
    limit: types.bigint,
  },
  {},
  sql`delete from ${waitingEvents} where ${waitingEvents.apiKeyId} = $apiKeyId and ${waitingEvents.waitingRef} = any(array(
     select ${waitingEvents.waitingRef} from ${waitingEvents}
     where ${waitingEvents.apiKeyId} = $apiKeyId and ${speaksOf(waitingEvents.subjects)}
       and ${waitingEvents.eventTimeMs} <= $requestedAtMs
     order by ${waitingEvents.waitingRef} limit $limit))`,
);

const count = statement(
  "notifications.erase_waiting_events_count",
  {
    apiKeyId: types.text,
    subjects: listOf(types.text),
    allOf: listOf(types.text),
    oneOf: listOf(types.text),
    requestedAtMs: types.bigint,
    limit: types.bigint,
  },
  { rows: types.bigint },
  sql`select count(*) as rows from (select from ${waitingEvents}
     where ${waitingEvents.apiKeyId} = $apiKeyId and ${speaksOf(waitingEvents.subjects)}
       and ${waitingEvents.eventTimeMs} <= $requestedAtMs limit $limit) as counted`,
);

/** Erases events that wait for their entries, in addition to another eraser of messages. */
export function withWaitingEvents(others: Eraser): Eraser {
  return {
    ranges: others.ranges,
    async count(db, counted) {
      const waiting = (await db.row(count, subjectParameters({ ...counted, after: [] })))?.rows ?? 0;
      return waiting + (await others.count(db, counted));
    },
    async erase(tx, chunk) {
      const waiting = await tx.run(remove, subjectParameters(chunk));
      const { rows, next } = await others.erase(tx, chunk);
      return { rows: rows + waiting, next: next ?? (waiting === chunk.limit ? { range: 0, key: [] } : undefined) };
    },
  };
}
