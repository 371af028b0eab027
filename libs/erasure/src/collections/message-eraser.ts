import { statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { marksOf } from "../marks/erasure-marks.ts";
import type { Eraser } from "../model/plan.ts";
import { speaksOf, subjectParameters, subjectTypes } from "../subjects/subjects.ts";

/** Removes events that wait in the outbox and dead letters, by whom and what they speak of, and remembers whose events must not take effect any more. */
export function messageEraser(schema: string): (ranges: Eraser["ranges"]) => Eraser {
  const marks = marksOf(schema);
  const removeEvents = statement(
    `${schema}.erasure_outbox`,
    { ...subjectTypes, requestedAtMs: types.double },
    {},
    `delete from outbox where api_key_id = $apiKeyId and (lane, sequence) in (
       select lane, sequence from outbox
       where api_key_id = $apiKeyId and ${speaksOf} and created_at <= to_timestamp($requestedAtMs::float8 / 1000) limit $limit)`,
  );
  const removeLetters = statement(
    `${schema}.erasure_dead_letters`,
    subjectTypes,
    {},
    `delete from dead_letters where api_key_id = $apiKeyId and dead_letter_id = any(array(
       select dead_letter_id from dead_letters
       where api_key_id = $apiKeyId and ${speaksOf} and coalesce(event_time_ms, created_at_ms) <= $requestedAtMs order by dead_letter_id limit $limit))`,
  );
  return (ranges) => ({
    ranges,
    erase: async (tx, chunk) => {
      const parameters = subjectParameters(chunk);
      await marks.add(tx, chunk.erasure, parameters);
      const [events, letters] = [await tx.run(removeEvents, parameters), await tx.run(removeLetters, parameters)];
      const isMore = events === chunk.limit || letters === chunk.limit;
      return { rows: events + letters, next: isMore ? { range: 0, key: [] } : undefined };
    },
  });
}
