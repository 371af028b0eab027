import type { Db } from "@parley/database";
import type { Erasure, Range } from "../model/eraser.ts";
import { subjectParameters } from "../subjects/subject-match.ts";
import { apiKeySubject } from "../subjects/subjects.ts";
import { marksOf } from "./marks-of.ts";

// More of them are left to the task that removes messages, which takes them by pages.
const mostMarks = 5_000;
// Whoever was let in just before an API key was deleted may still write for a while.
const apiKeyMarkedForMs = 3_600_000;

/** Remembers, from the moment at which a removal is heard of, whose older events must not take effect any more. */
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

// The documents of a folder are told by the directory when the task asks for them.
function rangesOf({ kind, scope: { userIds, documentIds, locationIds, locationName } }: Erasure): Range[] {
  const range = (id: string, part = "") => ({ organizationId: "", id, part });
  if (kind === "user") return userIds.map((id) => range(id));
  if (kind === "document") return documentIds.map((id) => range(id));
  if (kind === "location") return (locationIds.length > 0 ? locationIds : [locationName]).map((part) => range("", part));
  return [];
}
