import { type Db, statement } from "@parley/database";
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

// One look-up per parent (see folderByRef), and then its children: as a range, for the same reason as folders_by_parent.
const subFolders = statement(
  "directory.folders_below",
  { parentIds: listOf(types.text), apiKeyId: folders.apiKeyId, organizationId: types.text, limit: types.bigint },
  {
    id: folders.folderId,
    folderName: folders.folderName,
    parentFolderId: folders.folderId,
    metadata: folders.metadata,
    createdAtMs: folders.createdAtMs,
    updatedAtMs: types.bigint,
  },
  `select f.folder_id as id, f.folder_name, p.folder_id as parent_folder_id, f.metadata, f.created_at_ms,
     coalesce(f.updated_at_ms, f.created_at_ms) as updated_at_ms
   from unnest($parentIds::text[]) as i (id)
   cross join lateral (
     select folder_id, folder_ref from folders where api_key_id = $apiKeyId and organization_ref = ${organizationRef} and folder_id = i.id offset 0) p
   cross join lateral (
     select * from folders where api_key_id = $apiKeyId and organization_ref = ${organizationRef} and (parent_ref, folder_id) > (p.folder_ref, '')
       and parent_ref <= p.folder_ref
     order by parent_ref, folder_id limit $limit) f
   limit $limit`,
);

/** Folders directly in one of these, unordered; only some of them when there are more than the limit. */
export function selectSubFolders(db: Db, parents: Parents): Promise<SubFolderRow[]> {
  return db.rows(subFolders, parents);
}
