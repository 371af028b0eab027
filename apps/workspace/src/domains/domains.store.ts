import { type Db, sql, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { apiKeys, domains } from "../schema.ts";

const addedRow = {
  /** The number of the key's domains before. */
  held: types.bigint,
  added: listOf(types.text),
};

type AddedRow = ValuesOf<typeof addedRow>;

// Sorted, so that two callers who add the same domains at the same time do not deadlock.
const add = statement(
  "workspace.add_domains",
  { apiKeyId: apiKeys.apiKeyId, domains: listOf(types.text), most: types.bigint },
  addedRow,
  sql`with api_key as (
     select ${apiKeys.apiKeyId}, (select count(*) from ${domains} where ${domains.apiKeyId} = $apiKeyId) as held from ${apiKeys}
     where ${apiKeys.apiKeyId} = $apiKeyId
   ), added as (
     insert into ${domains} (${domains.apiKeyId}, ${domains.domain})
     select api_key.${apiKeys.apiKeyId}, given.domain
     from api_key, unnest($domains::text[]) as given (domain)
     where api_key.held + cardinality($domains::text[]) <= $most
     order by given.domain
     on conflict (${domains.apiKeyId}, ${domains.domain}) do nothing
     returning ${domains.domain}
   )
   select held, array(select ${domains.domain} from added) as added from api_key`,
);

/**
 * Adds those domains that are new in one statement, unless the key could then have more than `most`. Returns which were new and how many
 * there were before; undefined when there is no such API key.
 */
export function insertDomains(db: Db, apiKeyId: string, domains: readonly string[], most: number): Promise<AddedRow | undefined> {
  return db.row(add, { apiKeyId, domains, most });
}

const list = statement(
  "workspace.domains_of_api_key",
  { apiKeyId: domains.apiKeyId },
  { domain: domains.domain },
  sql`select ${domains.domain} from ${domains} where ${domains.apiKeyId} = $apiKeyId order by ${domains.domain}`,
);

/** The domains of a key in byte order. */
export async function selectDomains(db: Db, apiKeyId: string): Promise<string[]> {
  return (await db.rows(list, { apiKeyId })).map(({ domain }) => domain);
}

// Rows are locked in order before any is deleted, as in insertDomains.
const remove = statement(
  "workspace.delete_domains",
  { apiKeyId: domains.apiKeyId, domains: listOf(types.text) },
  { domain: domains.domain },
  sql`with locked as (
     select ${domains.domain} from ${domains} where ${domains.apiKeyId} = $apiKeyId and ${domains.domain} = any($domains::text[])
     order by ${domains.domain} for update
   )
   delete from ${domains} using locked
   where ${domains}.${domains.apiKeyId} = $apiKeyId and ${domains}.${domains.domain} = locked.${domains.domain}
   returning ${domains}.${domains.domain}`,
);

/** Deletes domains; returns those that existed. */
export async function deleteDomains(db: Db, apiKeyId: string, domains: readonly string[]): Promise<string[]> {
  return (await db.rows(remove, { apiKeyId, domains })).map(({ domain }) => domain);
}
