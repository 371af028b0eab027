import { type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { organizationRef } from "../places/fragments.ts";
import { folders } from "../schema.ts";
import type { FolderRow } from "./folders.store.ts";

interface Parents {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly parentIds: readonly string[];
  readonly limit: number;
}

export type SubFolderRow = FolderRow & { readonly parentFolderId: string };

// Each parent is looked up once (see folderByRef), and its children are read as a range, for the same reason as in folders_by_parent.
const subFolders = statement(
  "directory.folders_below",
  { parentIds: listOf(types.text), apiKeyId: folders.apiKeyId, organizationId: types.text, limit: types.bigint },
  {
    id: folders.folderId,
    folderName: folders.folderName,
    parentFolderId: folders.folderId,
    metadata: folders.metadata,
    accessType: folders.accessType,
    inheritsAccess: folders.inheritsAccess,
    createdAtMs: folders.createdAtMs,
    updatedAtMs: types.bigint,
  },
  sql`select f.${folders.folderId} as id, f.${folders.folderName}, p.${folders.folderId} as parent_folder_id, f.${folders.metadata},
    f.${folders.accessType}, f.${folders.inheritsAccess}, f.${folders.createdAtMs},
     coalesce(f.${folders.updatedAtMs}, f.${folders.createdAtMs}) as updated_at_ms
   from unnest($parentIds::text[]) as i (id)
   cross join lateral (
     select ${folders.folderId}, ${folders.folderRef} from ${folders}
     where ${folders.apiKeyId} = $apiKeyId and ${folders.organizationRef} = ${organizationRef} and ${folders.folderId} = i.id offset 0) p
   cross join lateral (
     select * from ${folders} where ${folders.apiKeyId} = $apiKeyId and ${folders.organizationRef} = ${organizationRef}
       and (${folders.parentRef}, ${folders.folderId}) > (p.${folders.folderRef}, '')
       and ${folders.parentRef} <= p.${folders.folderRef}
     order by ${folders.parentRef}, ${folders.folderId} limit $limit) f
   limit $limit`,
);

/** Folders directly in one of these, unordered; only some of them when there are more than the limit. */
export function selectSubFolders(db: Db, parents: Parents): Promise<SubFolderRow[]> {
  return db.rows(subFolders, parents);
}
