import { type Db, sql, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { subtreeOf } from "../folders/folder-tree.store.ts";
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

// Folder by folder in the order of their refs, the documents of each by the index.
const selectDocuments = statement(
  "directory.live_documents_of_folder",
  { ...parameters, afterId: types.text },
  place,
  sql`with recursive ${subtreeOf}
   select s.${folders.folderRef} as position, d.${documents.documentId} as id
   from (select ${folders.folderRef} from subtree where ${folders.folderRef} >= $afterRef order by ${folders.folderRef}) s
   cross join lateral (
     select ${documents.documentId} from ${documents}
     where ${documents.apiKeyId} = $apiKeyId and ${documents.organizationRef} = ${organizationRef}
       and ${documents.folderRef} = s.${folders.folderRef}
       and ${documents.documentId} > case when s.${folders.folderRef} = $afterRef then $afterId else '' end
     order by ${documents.documentId} limit $limit) d
   order by position, id limit $limit`,
);

const selectFolders = statement(
  "directory.live_folders_of_folder",
  parameters,
  place,
  sql`with recursive ${subtreeOf}
   select s.${folders.folderRef} as position, f.${folders.folderId} as id
   from (select ${folders.folderRef} from subtree where ${folders.folderRef} > $afterRef order by ${folders.folderRef} limit $limit) s
   cross join lateral (
     select ${folders.folderId} from ${folders}
     where ${folders.apiKeyId} = $apiKeyId and ${folders.folderRef} = s.${folders.folderRef} offset 0) f
   order by position`,
);

/** Documents or folders in a folder that exists, and below it, itself included. */
export function selectLivePlaces(
  db: Db,
  kind: "document" | "folder",
  { afterId, ...folder }: OfFolder,
): Promise<{ position: number; id: string }[]> {
  return kind === "document" ? db.rows(selectDocuments, { ...folder, afterId }) : db.rows(selectFolders, folder);
}
