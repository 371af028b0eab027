import { type Sql, sql } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { KeyAge } from "./key-retention.ts";

// Parts of a statement that removes at most `$limit` rows of each key that are older than the key's own age.

export const keyAgeTypes = { apiKeyIds: listOf(types.text), agesMs: listOf(types.bigint), limit: types.bigint };

export const keyAgesReason = { crossTenant: "The rows of each API key go by its own retention." };

/** The CTE `api_key`: each key with its age. */
export function agesByKey(apiKeyId: PgColumn): Sql {
  return sql`api_key (${apiKeyId}, age_ms) as (select * from unnest($apiKeyIds::text[], $agesMs::bigint[]))`;
}

export const removedRow = { apiKeyId: types.text, removed: types.bigint };

/** The number of rows of each key in the CTE `old`. */
export function removedByKey(apiKeyId: PgColumn): Sql {
  return sql`select ${apiKeyId}, count(*) as removed from old group by ${apiKeyId}`;
}

export function keyAgeParameters(keys: readonly KeyAge[], limit: number) {
  return { apiKeyIds: keys.map(({ apiKeyId }) => apiKeyId), agesMs: keys.map(({ ageMs }) => ageMs), limit };
}

export function removedOf(rows: readonly { readonly apiKeyId: string; readonly removed: number }[]): Map<string, number> {
  return new Map(rows.map(({ apiKeyId, removed }) => [apiKeyId, removed]));
}
