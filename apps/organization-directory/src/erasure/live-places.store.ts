import { type Database, type Sql, sql, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { subtreeOf, walkTrees } from "../folders/folder-tree.store.ts";
import { organizationRef } from "../places/fragments.ts";
import { documents, folders } from "../schema.ts";

/** A folder that exists, and the last row of the page before. */
interface OfFolder {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly folderId: string;
  /** The ref of the folder that was reached; 0 at the beginning. */
  readonly afterRef: number;
  readonly afterId: string;
  readonly limit: number;
}

const parameters = { apiKeyId: types.text, organizationId: types.text, folderId: types.text, afterRef: types.bigint, limit: types.bigint };
const place = { position: folders.folderRef, id: types.text };

// Folder by folder in the order of their refs, the documents of each by the index: nothing is read that is not returned.
const reached = (
  condition: Sql,
) => sql`unnest(array(select ${folders.folderRef} from subtree where ${folders.folderRef} ${condition} $afterRef
     order by ${folders.folderRef})) with ordinality as s (ref, position)`;

const selectDocuments = statement(
  "directory.live_documents_of_folder",
  { ...parameters, afterId: types.text },
  place,
  sql`with recursive ${subtreeOf}
   select s.ref as position, d.${documents.documentId} as id from ${reached(sql`>=`)}
   cross join lateral (
     select ${documents.documentId} from ${documents}
     where ${documents.apiKeyId} = $apiKeyId and ${documents.organizationRef} = ${organizationRef} and ${documents.folderRef} = s.ref
       and ${documents.documentId} > case when s.ref = $afterRef then $afterId else '' end
     order by ${documents.documentId} limit $limit) d
   order by s.position, d.${documents.documentId} limit $limit`,
);

const selectFolders = statement(
  "directory.live_folders_of_folder",
  parameters,
  place,
  sql`with recursive ${subtreeOf}
   select s.ref as position, f.${folders.folderId} as id from ${reached(sql`>`)}
   cross join lateral (
     select ${folders.folderId} from ${folders} where ${folders.apiKeyId} = $apiKeyId and ${folders.folderRef} = s.ref offset 0) f
   order by s.position limit $limit`,
);

/** Documents or folders in a folder that exists, and below it, itself included. */
export function selectLivePlaces(
  database: Database,
  kind: "document" | "folder",
  { afterId, ...folder }: OfFolder,
): Promise<{ position: number; id: string }[]> {
  return database.transaction(async (tx) => {
    await walkTrees(tx);
    return kind === "document" ? tx.rows(selectDocuments, { ...folder, afterId }) : tx.rows(selectFolders, folder);
  });
}
