import { type Db, type Sql, sql, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { folders } from "../schema.ts";
import { organizationRef } from "./fragments.ts";

/** The folders directly in a folder: one look-up per folder, see folderByRef. */
export const childrenOf = (parent: Sql) => sql`lateral (
  select ${folders.folderRef} from ${folders}
  where ${folders.apiKeyId} = $apiKeyId and ${folders.organizationRef} = ${organizationRef}
    and ${folders.parentRef} = ${parent}.${folders.folderRef} offset 0) f`;

const walk = statement("directory.walk_trees", {}, { setConfig: types.text }, sql`select set_config('enable_seqscan', 'off', true)`);

/**
 * Call it before a statement that walks a tree whose organization is not locked (`lockOrganization` does the same): it makes Postgres do
 * one index look-up per folder.
 */
export async function walkTrees(tx: Db): Promise<void> {
  await tx.row(walk, {});
}

/** The folder `$folderId` with all below it, as the recursive query `subtree` of refs. */
export const subtreeOf = sql`subtree as (
     select ${folders.folderRef} from ${folders}
     where ${folders.apiKeyId} = $apiKeyId and ${folders.organizationRef} = ${organizationRef} and ${folders.folderId} = $folderId
     union all
     select f.${folders.folderRef}
     from subtree s, ${childrenOf(sql`s`)}
   )`;
