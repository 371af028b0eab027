import { type Db, sql, statement } from "@parley/database";
import { listedRows, types, type ValuesOf } from "@parley/database/schema";
import { annotations } from "../schema.ts";
import { annotationRow } from "../threads/reading/annotation-paths.store.ts";
import { stateSql } from "../threads/reading/annotation-state.ts";

/** An annotation by its ids. */
export interface ThreadName {
  readonly organizationId: string;
  readonly documentId: string;
  readonly annotationId: string;
}

const threadRow = { organizationId: annotations.organizationId, ...annotationRow };

export type ThreadRow = ValuesOf<typeof threadRow>;

const {
  from: named,
  columns: n,
  parameters,
} = listedRows("n", {
  organizationId: ["organizationIds", types.text],
  documentId: ["documentIds", types.text],
  annotationId: ["annotationIds", types.text],
});

// Each thread is looked up by one step in the primary key. Bounds and an order are used, because with `=` a planner without statistics may
// choose any index.
const selectNamed = statement(
  "activity.feed_threads",
  { apiKeyId: annotations.apiKeyId, ...parameters },
  threadRow,
  sql`select a.${annotations.organizationId}, a.${annotations.documentId}, a.${annotations.annotationId}, a.${annotations.annotationRef} as ref,
     ${stateSql.of(sql`a`)}, a.${annotations.assignedAtMs}, a.${annotations.reactionCount}, a.${annotations.threadBytes},
     a.${annotations.createdAtMs}, a.${annotations.updatedAtMs}, true as is_match, false as is_scan_end
   from ${named} cross join lateral (
     select * from ${annotations}
     where ${annotations.apiKeyId} = $apiKeyId and ${annotations.organizationId} = ${n.organizationId}
       and ${annotations.documentId} = ${n.documentId} and ${annotations.annotationId} between ${n.annotationId} and ${n.annotationId}
     order by ${annotations.annotationId} limit 1) a`,
);

/** The annotations that exist. */
export function selectThreads(db: Db, apiKeyId: string, names: readonly ThreadName[]): Promise<ThreadRow[]> {
  return db.rows(selectNamed, {
    apiKeyId,
    organizationIds: names.map(({ organizationId }) => organizationId),
    documentIds: names.map(({ documentId }) => documentId),
    annotationIds: names.map(({ annotationId }) => annotationId),
  });
}
