import { type Database, type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { organizationRef } from "../places/fragments.ts";
import { subtreeOf, walkTrees } from "../places/subtree.store.ts";
import { documents, folders } from "../schema.ts";

/** A folder that exists. */
export interface OfFolder {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly folderId: string;
}

const selectTree = statement(
  "directory.live_tree_of_folder",
  { apiKeyId: types.text, organizationId: types.text, folderId: types.text },
  { refs: listOf(types.bigint) },
  sql`with recursive ${subtreeOf} select array(select ${folders.folderRef} from subtree) as refs`,
);

/** The refs of a folder and of all below it; none when there is no such folder. */
export function selectLiveTree(database: Database, folder: OfFolder): Promise<readonly number[]> {
  return database.transaction(async (tx) => {
    await walkTrees(tx);
    return (await tx.row(selectTree, folder))?.refs ?? [];
  });
}

const place = { position: types.bigint, id: types.text };
const inOrder = sql`unnest($refs::bigint[]) with ordinality as s (ref, position)`;

// Reads folder by folder, and each folder's documents by the index, so that only returned rows are read.
const selectDocuments = statement(
  "directory.live_documents_of_folders",
  { refs: listOf(types.bigint), apiKeyId: types.text, organizationId: types.text, afterId: types.text, limit: types.bigint },
  place,
  sql`select s.position, d.${documents.documentId} as id from ${inOrder}
   cross join lateral (
     select ${documents.documentId} from ${documents}
     where ${documents.apiKeyId} = $apiKeyId and ${documents.organizationRef} = ${organizationRef} and ${documents.folderRef} = s.ref
       and ${documents.documentId} > case when s.position = 1 then $afterId else '' end
     order by ${documents.documentId} limit $limit) d
   order by s.position, d.${documents.documentId} limit $limit`,
);

const selectFolders = statement(
  "directory.live_folders",
  { refs: listOf(types.bigint), apiKeyId: types.text },
  place,
  sql`select s.position, f.${folders.folderId} as id from ${inOrder}
   cross join lateral (
     select ${folders.folderId} from ${folders} where ${folders.apiKeyId} = $apiKeyId and ${folders.folderRef} = s.ref offset 0) f
   order by s.position`,
);

interface InFolders extends OfFolder {
  readonly refs: readonly number[];
  /** The document of the first folder after which to begin. */
  readonly afterId: string;
  readonly limit: number;
}

/** The documents of folders, in the order of the folders; positions count from 1. */
export function selectLiveDocuments(db: Db, { apiKeyId, organizationId, refs, afterId, limit }: InFolders) {
  return db.rows(selectDocuments, { apiKeyId, organizationId, refs, afterId, limit });
}

/** The ids of folders. */
export function selectLiveFolders(db: Db, { apiKeyId, refs }: Pick<InFolders, "apiKeyId" | "refs">) {
  return db.rows(selectFolders, { apiKeyId, refs });
}
