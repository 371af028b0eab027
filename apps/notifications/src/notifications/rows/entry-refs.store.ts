import { type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { notifications } from "./tables.ts";

const select = statement(
  "notifications.entry_refs",
  { refs: listOf(types.bigint), apiKeyId: notifications.apiKeyId },
  { notificationRef: notifications.notificationRef },
  sql`select n.${notifications.notificationRef}
   from unnest($refs::bigint[]) as i (ref)
   cross join lateral (
     select ${notifications.notificationRef} from ${notifications}
     where ${notifications.apiKeyId} = $apiKeyId and ${notifications.notificationRef} = i.ref
       and ${notifications.annotationId} is not null limit 1
   ) n`,
);

/** The given notifications that are entries about comments or assignments. */
export async function selectEntryRefs(db: Db, apiKeyId: string, refs: readonly number[]): Promise<Set<number>> {
  return new Set((await db.rows(select, { apiKeyId, refs })).map(({ notificationRef }) => notificationRef));
}
