import { createHash } from "node:crypto";
import { type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import type { Arrival, Consumer } from "@parley/messaging";
import { messagingSchema } from "@parley/messaging/schema";
import type { Eraser, Erasure, Range } from "../model/plan.ts";
import { erasureServiceSchema } from "../schema/erasure-schemas.ts";
import { apiKeySubject, speaksOf, subjectParameters, subjectTypes, userIdOf } from "../subjects/subjects.ts";

// Longer than the default retention of topics plus the longest retention of dead letters.
const keptMs = 60 * 24 * 3_600_000;
const kinds = ["user", "organization", "document", "location", "location-name"] as const;

type ErasureMarks = ReturnType<typeof erasureMarks>;

/**
 * The subjects of recent erasures, as hashes: an event that was written before an erasure and arrives after it (a consumer was down, a dead
 * letter is redriven) must not bring back its subjects.
 */
function erasureMarks(schema: string) {
  const { erasureMarks: marked, erasures } = erasureServiceSchema(schema);
  const insert = statement(
    `${schema}.erasure_marks_insert`,
    { apiKeyId: types.text, oldestMs: types.bigint, requestedAtMs: types.bigint, marks: listOf(types.text) },
    {},
    // Marks of an erasure that has long been paused are kept until it has run.
    sql`with old as (
       delete from ${marked} where ${marked.apiKeyId} = $apiKeyId
         and ${marked.requestedAtMs} < least($oldestMs::bigint,
           (select min(${erasures.requestedAtMs}) from ${erasures} where ${erasures.apiKeyId} = $apiKeyId)))
     insert into ${marked} as m (${marked.apiKeyId}, ${marked.mark}, ${marked.requestedAtMs}) select $apiKeyId,
       mark, $requestedAtMs from unnest($marks::text[]) as mark
     order by mark
     on conflict (${marked.apiKeyId}, ${marked.mark}) do update
     set ${marked.requestedAtMs} = greatest(m.${marked.requestedAtMs}, excluded.${marked.requestedAtMs})`,
  );
  const select = statement(
    `${schema}.erasure_marks_cover`,
    { apiKeyId: types.text, marks: listOf(types.text), timeMs: types.bigint },
    { covered: types.boolean },
    sql`select exists (
       select from ${marked} where ${marked.apiKeyId} = $apiKeyId and ${marked.mark} = any($marks::text[])
         and ${marked.requestedAtMs} >= $timeMs) as covered`,
  );
  const selectMarked = statement(
    `${schema}.erasure_marks_of_events`,
    { apiKeyIds: listOf(types.text), marks: listOf(types.text) },
    { position: types.bigint, requestedAtMs: marked.requestedAtMs },
    // Each mark is looked up by itself: in a join with many marks, the table would be read whole.
    sql`select g.position, m.${marked.requestedAtMs} from unnest($apiKeyIds::text[], $marks::text[]) with ordinality as g
      (api_key_id, mark, position),
       lateral (
         select ${marked.requestedAtMs} from ${marked} where ${marked.apiKeyId} = g.api_key_id and ${marked.mark} = g.mark limit 1
       ) as m`,
  );
  /** The events that no erasure applies to, each with those of its users who had been erased before it. */
  const standing = async (tx: Db, arrivals: readonly Arrival[]): Promise<readonly Arrival[]> => {
    const named = arrivals.flatMap((arrival) => combinations(arrival.event.subjects).map((subjects) => ({ arrival, subjects })));
    const found = await tx.rows(selectMarked, {
      apiKeyIds: named.map(({ arrival }) => arrival.event.apiKeyId),
      marks: named.map(({ subjects }) => markOf(subjects)),
    });
    if (found.length === 0) return arrivals;
    const erasuresOf = Map.groupBy(
      found.map(({ position, requestedAtMs }) => ({ requestedAtMs, ...named[position - 1] })),
      ({ arrival }) => arrival,
    );
    return arrivals.flatMap((arrival) => {
      const erasures = erasuresOf.get(arrival) ?? [];
      if (erasures.some(({ requestedAtMs }) => requestedAtMs >= arrival.event.timeMs)) return [];
      return [{ ...arrival, erasedUsers: lastErasures(erasures) }];
    });
  };
  const cover = async (tx: Db, apiKeyId: string, subjects: readonly string[], timeMs: number) => {
    const marks = combinations(subjects).map(markOf);
    return (await tx.row(select, { apiKeyId, marks, timeMs }))?.covered ?? false;
  };

  return {
    /** Records that data naming all of `allOf`, one of `oneOf` (if any) and one of `subjects` is erased. */
    add: async (
      tx: Db,
      { apiKeyId, requestedAtMs }: { apiKeyId: string; requestedAtMs: number },
      { subjects, allOf, oneOf }: { subjects: readonly string[]; allOf: readonly string[]; oneOf: readonly string[] },
    ) => {
      const each = subjects.flatMap((subject) =>
        oneOf.length === 0 ? [[...allOf, subject]] : oneOf.map((one) => [...allOf, one, subject]),
      );
      const marks = [...new Set(each.map(markOf))];
      if (marks.length > 0) await tx.run(insert, { apiKeyId, marks, requestedAtMs, oldestMs: requestedAtMs - keptMs });
    },
    /** Whether an erasure applies to data that names these subjects and was written at this time. */
    cover,
    /** Wraps a consumer: it does not receive events that an erasure applies to; the others arrive with their erased users. */
    guard: (consumer: Consumer): Consumer => ({
      ...consumer,
      isOvertaken: (db, { apiKeyId, subjects, timeMs }) => cover(db, apiKeyId, subjects, timeMs),
      handle: async (tx, arrivals) => {
        const left = await standing(tx, arrivals);
        if (left.length > 0) await consumer.handle(tx, left);
      },
    }),
  };
}

/** The users of these erasures, each with the time of the last request. */
function lastErasures(erasures: readonly { readonly requestedAtMs: number; readonly subjects?: readonly string[] }[]): Map<string, number> {
  const users = new Map<string, number>();
  for (const { requestedAtMs, subjects = [] } of erasures) {
    const userId = subjects.map(userIdOf).find((id) => id !== undefined);
    if (userId !== undefined) users.set(userId, Math.max(requestedAtMs, users.get(userId) ?? 0));
  }
  return users;
}

// Sorted and without duplicates, so that both sides compute the same hash.
function markOf(subjects: readonly string[]): string {
  return createHash("sha256")
    .update([...new Set(subjects)].toSorted().join("\n"))
    .digest("hex");
}

/** The subjects of possible erasures that this event names: by kind, combined as `subjectParameters` combines them. */
function combinations(subjects: readonly string[]): string[][] {
  const of = (kind: (typeof kinds)[number]) => subjects.filter((subject) => subject.startsWith(`${kind}:`));
  const organizations = of("organization");
  const documents = of("document");
  const users = of("user");
  const locations = [...of("location"), ...of("location-name")];
  return [
    [apiKeySubject],
    ...organizations.map((organization) => [organization]),
    ...users.flatMap((user) => [[user], ...organizations.map((organization) => [organization, user])]),
    ...organizations.flatMap((organization) =>
      documents.flatMap((document) => [[organization, document], ...locations.map((location) => [organization, document, location])]),
    ),
  ];
}

const marks = new Map<string, ErasureMarks>();

/** The instance of a schema, whose statements are declared once however often it is requested. */
export function marksOf(schema: string): ErasureMarks {
  let made = marks.get(schema);
  if (made === undefined) {
    made = erasureMarks(schema);
    marks.set(schema, made);
  }
  return made;
}

// An erasure with more subjects is marked later, by the task that erases messages, which processes the subjects page by page.
const mostMarks = 5_000;
// A request that was admitted just before an API key was deleted may still write for a while.
const apiKeyMarkedForMs = 3_600_000;

/** Records the subjects whose older events must not take effect any more, as soon as this service learns of an erasure. */
export async function markScope(tx: Db, schema: string, erasure: Erasure): Promise<void> {
  const marks = marksOf(schema);
  if (erasure.kind === "apiKey") {
    const { apiKeyId, requestedAtMs } = erasure;
    const until = { apiKeyId, requestedAtMs: requestedAtMs + apiKeyMarkedForMs };
    await marks.add(tx, until, { subjects: [apiKeySubject], allOf: [], oneOf: [] });
    return;
  }
  const ranges = rangesOf(erasure);
  const { subjects, allOf, oneOf } = subjectParameters({ erasure, ranges, after: [], limit: 0 });
  if (subjects.length * Math.max(1, oneOf.length) <= mostMarks) await marks.add(tx, erasure, { subjects, allOf, oneOf });
}

// The directory lists the documents of a folder when the task requests them.
function rangesOf({ kind, scope: { userIds, documentIds, locationIds, locationName } }: Erasure): Range[] {
  const range = (id: string, part = "") => ({ organizationId: "", id, part });
  if (kind === "user") return userIds.map((id) => range(id));
  if (kind === "document") return documentIds.map((id) => range(id));
  if (kind === "location") return (locationIds.length > 0 ? locationIds : [locationName]).map((part) => range("", part));
  return [];
}

/**
 * Erases events waiting in the outbox and dead letters, by their subjects, and records the subjects whose events must not take effect any
 * more.
 */
export function messageEraser(schema: string): (ranges: Eraser["ranges"]) => Eraser {
  const { deadLetters, outbox } = messagingSchema(schema);
  const marks = marksOf(schema);
  const removeEvents = statement(
    `${schema}.erasure_outbox`,
    { ...subjectTypes, requestedAtMs: types.double },
    {},
    sql`delete from ${outbox} where ${outbox.apiKeyId} = $apiKeyId and (${outbox.lane}, ${outbox.sequence}) in (
       select ${outbox.lane}, ${outbox.sequence} from ${outbox}
       where ${outbox.apiKeyId} = $apiKeyId and ${speaksOf(outbox.subjects)}
         and ${outbox.createdAt} <= to_timestamp($requestedAtMs::float8 / 1000)
       limit $limit)`,
  );
  const removeLetters = statement(
    `${schema}.erasure_dead_letters`,
    subjectTypes,
    {},
    sql`delete from ${deadLetters} where ${deadLetters.apiKeyId} = $apiKeyId and ${deadLetters.deadLetterId} = any(array(
       select ${deadLetters.deadLetterId} from ${deadLetters}
       where ${deadLetters.apiKeyId} = $apiKeyId and ${speaksOf(deadLetters.subjects)}
         and coalesce(${deadLetters.eventTimeMs}, ${deadLetters.createdAtMs}) <= $requestedAtMs order by ${deadLetters.deadLetterId}
         limit $limit))`,
  );
  const countMessages = statement(
    `${schema}.erasure_messages_count`,
    { ...subjectTypes, requestedAtMs: types.double },
    { rows: types.bigint },
    sql`select (select count(*) from (select from ${outbox} where ${outbox.apiKeyId} = $apiKeyId and ${speaksOf(outbox.subjects)}
        and ${outbox.createdAt} <= to_timestamp($requestedAtMs::float8 / 1000) limit $limit) as events)
      + (select count(*) from (select from ${deadLetters} where ${deadLetters.apiKeyId} = $apiKeyId and ${speaksOf(deadLetters.subjects)}
        and coalesce(${deadLetters.eventTimeMs}, ${deadLetters.createdAtMs}) <= $requestedAtMs::float8 limit $limit) as letters) as rows`,
  );
  return (ranges) => ({
    ranges,
    count: async (db, counted) => (await db.row(countMessages, subjectParameters({ ...counted, after: [] })))?.rows ?? 0,
    erase: async (tx, chunk) => {
      const parameters = subjectParameters(chunk);
      await marks.add(tx, chunk.erasure, parameters);
      const events = await tx.run(removeEvents, parameters);
      const letters = await tx.run(removeLetters, parameters);
      const isMore = events === chunk.limit || letters === chunk.limit;
      return { rows: events + letters, next: isMore ? { range: 0, key: [] } : undefined };
    },
  });
}
