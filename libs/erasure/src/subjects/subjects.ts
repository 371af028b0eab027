import { type Sql, sql } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Chunk } from "../model/plan.ts";

// The subjects by which erasure finds copies of data in outbox rows, dead letters and other stored events. The publisher of an event names
// every subject that applies. An event about a document has the subjects of the organization and of the document; one about a location has
// those of the organization, the document and the location.

/** An API key as a whole: no event names it, but every event of the API key belongs to it. */
export const apiKeySubject = "api-key";

export function userSubject(userId: string): string {
  return `user:${userId}`;
}

/** The id of the user whom a subject names; undefined for any other subject. */
export function userIdOf(subject: string): string | undefined {
  return subject.startsWith(userSubject("")) ? subject.slice(userSubject("").length) : undefined;
}

export function organizationSubject(organizationId: string): string {
  return `organization:${organizationId}`;
}

export function folderSubject(folderId: string): string {
  return `folder:${folderId}`;
}

export function documentSubject(documentId: string): string {
  return `document:${documentId}`;
}

export function locationSubject(locationId: string): string {
  return `location:${locationId}`;
}

/** Subjects are stored one per line, and a name may contain several lines. */
export function locationNameSubject(locationName: string): string {
  return `location-name:${locationName.replace(/\p{Cc}/gu, " ")}`;
}

/** SQL: whether the subjects in a column match those that a chunk erases. */
export function speaksOf(subjects: PgColumn): Sql {
  return sql`${subjects} && $subjects::text[] and ${subjects} @> $allOf::text[]
    and (cardinality($oneOf::text[]) = 0 or ${subjects} && $oneOf::text[])`;
}

/** The types of the parameters of a statement with `speaksOf`. */
export const subjectTypes = {
  apiKeyId: types.text,
  requestedAtMs: types.bigint,
  limit: types.bigint,
  subjects: listOf(types.text),
  allOf: listOf(types.text),
  oneOf: listOf(types.text),
};

/** The parameters of a statement with `speaksOf`, a fence and a limit. */
export function subjectParameters({ erasure, ranges, limit }: Chunk) {
  const { apiKeyId, requestedAtMs, kind, scope } = erasure;
  const organizations = scope.organizationIds.map(organizationSubject);
  const ids = [...new Set(ranges.map(({ id }) => id))];
  const common = { apiKeyId, requestedAtMs, limit, allOf: organizations, oneOf: [] };
  switch (kind) {
    case "user":
      return { ...common, subjects: ids.map(userSubject), allOf: [], oneOf: organizations };
    case "organization":
      // A dry run may count several organizations.
      return { ...common, subjects: organizations, allOf: [] };
    case "location": {
      const word = scope.locationIds.length > 0 ? locationSubject : locationNameSubject;
      return {
        ...common,
        subjects: ranges.map(({ part }) => word(part)),
        allOf: [...organizations, ...scope.documentIds.map(documentSubject)],
      };
    }
    default:
      return { ...common, subjects: ids.map(documentSubject) };
  }
}
