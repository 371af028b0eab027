import { type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { organizations } from "../schema.ts";

// A change of the place of folders or documents first locks the organization's row, in a separate statement, so that later statements see
// everything that earlier holders wrote. Moves of documents share the lock; changes of the folder tree hold it exclusively. So no tree gets
// a cycle, and nothing is moved out of a folder that is being deleted.

const share = statement(
  "directory.organizations_share",
  { apiKeyId: organizations.apiKeyId, organizationIds: listOf(types.text) },
  { organizationId: organizations.organizationId },
  sql`select ${organizations.organizationId} from ${organizations}
   where ${organizations.apiKeyId} = $apiKeyId and ${organizations.organizationId} = any($organizationIds::text[])
   order by ${organizations.organizationId} for share`,
);

/** Locks the folder trees of organizations against changes until the transaction ends; returns which of them exist. */
export async function shareOrganizations(tx: Db, apiKeyId: string, organizationIds: readonly string[]): Promise<Set<string>> {
  return new Set((await tx.rows(share, { apiKeyId, organizationIds })).map(({ organizationId }) => organizationId));
}

// The following statements walk the tree of folders, with one index look-up per folder. When most folders have the same parent, the planner
// would assume as many children for every folder, and read the whole table for each.
const lock = statement(
  "directory.organization_lock",
  { apiKeyId: organizations.apiKeyId, organizationId: organizations.organizationId },
  { organizationId: organizations.organizationId, setConfig: types.text },
  sql`select ${organizations.organizationId}, set_config('enable_seqscan', 'off', true) from ${organizations}
   where ${organizations.apiKeyId} = $apiKeyId and ${organizations.organizationId} = $organizationId for no key update`,
);

/** Locks the organization against any move until the transaction ends; returns whether it exists. */
export async function lockOrganization(tx: Db, apiKeyId: string, organizationId: string): Promise<boolean> {
  return (await tx.row(lock, { apiKeyId, organizationId })) !== undefined;
}

const exists = statement(
  "directory.organization_exists",
  { apiKeyId: organizations.apiKeyId, organizationId: organizations.organizationId },
  { organizationId: organizations.organizationId },
  sql`select ${organizations.organizationId} from ${organizations}
   where ${organizations.apiKeyId} = $apiKeyId and ${organizations.organizationId} = $organizationId`,
);

export async function organizationExists(db: Db, apiKeyId: string, organizationId: string): Promise<boolean> {
  return (await db.row(exists, { apiKeyId, organizationId })) !== undefined;
}

const existing = statement(
  "directory.organizations_exist",
  { apiKeyId: organizations.apiKeyId, organizationIds: listOf(types.text) },
  { organizationId: organizations.organizationId },
  sql`select ${organizations.organizationId} from ${organizations}
   where ${organizations.apiKeyId} = $apiKeyId and ${organizations.organizationId} = any($organizationIds::text[])`,
);

/** The ids of the organizations that exist. */
export async function existingOrganizations(db: Db, apiKeyId: string, organizationIds: readonly string[]): Promise<Set<string>> {
  return new Set((await db.rows(existing, { apiKeyId, organizationIds })).map(({ organizationId }) => organizationId));
}
