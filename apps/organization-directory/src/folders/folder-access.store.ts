import { type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { enqueue, eventParameters } from "@parley/messaging";
import { accessChanged } from "../places/access-changed.store.ts";
import { organizationRef } from "../places/fragments.ts";
import { folders, nowMs, outbox } from "../schema.ts";

interface FolderAccess {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly folderIds: readonly string[];
  readonly accessType: string;
  readonly inheritsAccess: boolean;
}

// Locks in the order of ids, so that two batches never deadlock.
const setAccessType = statement(
  "directory.folders_set_access_type",
  {
    apiKeyId: folders.apiKeyId,
    organizationId: types.text,
    folderIds: listOf(types.text),
    accessType: folders.accessType,
    inheritsAccess: folders.inheritsAccess,
    ...eventParameters,
  },
  { folderId: folders.folderId },
  sql`with locked as materialized (
     select ${folders.folderRef}, ${folders.folderId} from ${folders}
     where ${folders.apiKeyId} = $apiKeyId and ${folders.organizationRef} = ${organizationRef}
       and ${folders.folderId} = any($folderIds::text[])
     order by ${folders.folderId} for no key update
   ), changed as (
     update ${folders} f
     set ${folders.accessType} = $accessType, ${folders.inheritsAccess} = $inheritsAccess, ${folders.updatedAtMs} = ${nowMs}
     from locked i
     where f.${folders.apiKeyId} = $apiKeyId and f.${folders.folderRef} = i.${folders.folderRef}
       and (f.${folders.accessType}, f.${folders.inheritsAccess}) <> ($accessType, $inheritsAccess)
     returning f.${folders.folderId}
   ), ${enqueue(outbox, sql`exists (select from changed)`)}
   select ${folders.folderId} from locked`,
);

/** Sets the access type of the folders that exist, and returns their ids. */
export async function setFoldersAccessType(db: Db, access: FolderAccess): Promise<Set<string>> {
  const rows = await db.rows(setAccessType, { ...access, ...accessChanged(access.apiKeyId, [access.organizationId]) });
  return new Set(rows.map(({ folderId }) => folderId));
}
