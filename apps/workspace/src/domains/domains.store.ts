import { type Db, statement } from "@parley/database";
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
  `with api_key as (
     select api_key_id, (select count(*) from domains where api_key_id = $apiKeyId) as held from api_keys where api_key_id = $apiKeyId
   ), added as (
     insert into domains (api_key_id, domain)
     select api_key.api_key_id, given.domain
     from api_key, unnest($domains::text[]) as given (domain)
     where api_key.held + cardinality($domains::text[]) <= $most
     order by given.domain
     on conflict (api_key_id, domain) do nothing
     returning domain
   )
   select held, array(select domain from added) as added from api_key`,
);

/**
 * Adds those that are new, all in one statement, unless the key could then have more than `most`. Returns which were new and how many there
 * were before; undefined when there is no such API key.
 */
export function insertDomains(db: Db, apiKeyId: string, domains: readonly string[], most: number): Promise<AddedRow | undefined> {
  return db.row(add, { apiKeyId, domains, most });
}

const list = statement(
  "workspace.domains_of_api_key",
  { apiKeyId: domains.apiKeyId },
  { domain: domains.domain },
  `select domain from domains where api_key_id = $apiKeyId order by domain`,
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
  `with locked as (
     select domain from domains where api_key_id = $apiKeyId and domain = any($domains::text[]) order by domain for update
   )
   delete from domains using locked
   where domains.api_key_id = $apiKeyId and domains.domain = locked.domain
   returning domains.domain`,
);

/** Deletes domains; returns those that existed. */
export async function deleteDomains(db: Db, apiKeyId: string, domains: readonly string[]): Promise<string[]> {
  return (await db.rows(remove, { apiKeyId, domains })).map(({ domain }) => domain);
}
