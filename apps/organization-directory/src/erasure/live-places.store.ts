import { type Database, sql, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { organizationRef } from "../places/fragments.ts";
import { subtreeOf, walkTrees } from "../places/subtree.store.ts";
import { documents, folders } from "../schema.ts";

/** A folder that exists, and where the page before ended. */
interface OfFolder {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly folderId: string;
  /** Which of the folders below it was reached, in the order in which they are found; 0 at the beginning. */
  readonly afterPosition: number;
  readonly afterId: string;
  readonly limit: number;
}

const parameters = {
  apiKeyId: types.text,
  organizationId: types.text,
  folderId: types.text,
  afterPosition: types.bigint,
  limit: types.bigint,
};
const place = { position: types.bigint, id: types.text };

// Folder by folder, the documents of each by the index: nothing is read that is not returned.
const inOrder = sql`unnest(array(select ${folders.folderRef} from subtree)) with ordinality as s (ref, position)`;

const selectDocuments = statement(
  "directory.live_documents_of_folder",
  { ...parameters, afterId: types.text },
  place,
  sql`with recursive ${subtreeOf}
   select s.position, d.${documents.documentId} as id from ${inOrder}
   cross join lateral (
     select ${documents.documentId} from ${documents}
     where ${documents.apiKeyId} = $apiKeyId and ${documents.organizationRef} = ${organizationRef} and ${documents.folderRef} = s.ref
       and ${documents.documentId} > case when s.position = $afterPosition then $afterId else '' end
     order by ${documents.documentId} limit $limit) d
   where s.position >= $afterPosition
   order by s.position, d.${documents.documentId} limit $limit`,
);

const selectFolders = statement(
  "directory.live_folders_of_folder",
  parameters,
  place,
  sql`with recursive ${subtreeOf}
   select s.position, f.${folders.folderId} as id from ${inOrder}
   cross join lateral (
     select ${folders.folderId} from ${folders} where ${folders.apiKeyId} = $apiKeyId and ${folders.folderRef} = s.ref offset 0) f
   where s.position > $afterPosition
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
