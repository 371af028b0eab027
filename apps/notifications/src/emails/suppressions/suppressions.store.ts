import { type Db, sql, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { emailSuppressions } from "../config/tables.ts";

const suppressionRow = {
  address: emailSuppressions.address,
  error: emailSuppressions.error,
  suppressedAtMs: emailSuppressions.suppressedAtMs,
};

type SuppressionRow = ValuesOf<typeof suppressionRow>;

const selectAmong = statement(
  "notifications.email_suppressed",
  { apiKeyIds: listOf(types.text), addresses: listOf(types.text) },
  { apiKeyId: emailSuppressions.apiKeyId, address: emailSuppressions.address },
  sql`select s.${emailSuppressions.apiKeyId}, s.${emailSuppressions.address}
   from unnest($apiKeyIds::text[], $addresses::text[]) as wanted (api_key_id, address)
   cross join lateral (
     select s.${emailSuppressions.apiKeyId}, s.${emailSuppressions.address} from ${emailSuppressions} s
     where s.${emailSuppressions.apiKeyId} = wanted.api_key_id and s.${emailSuppressions.address} = wanted.address limit 1
   ) as s`,
);

/** The suppressed ones among the addresses (in lower case) of API keys, as `<apiKeyId> <address>`. */
export async function selectSuppressed(db: Db, wanted: readonly { apiKeyId: string; address: string }[]): Promise<Set<string>> {
  const rows = await db.rows(selectAmong, {
    apiKeyIds: wanted.map(({ apiKeyId }) => apiKeyId),
    addresses: wanted.map(({ address }) => address.toLowerCase()),
  });
  return new Set(rows.map(({ apiKeyId, address }) => `${apiKeyId} ${address}`));
}

const selectPage = statement(
  "notifications.email_suppressions",
  { apiKeyId: emailSuppressions.apiKeyId, search: types.text, after: types.text, limit: types.bigint },
  suppressionRow,
  sql`select ${emailSuppressions.address}, ${emailSuppressions.error}, ${emailSuppressions.suppressedAtMs} from ${emailSuppressions}
   where ${emailSuppressions.apiKeyId} = $apiKeyId and ${emailSuppressions.address} > $after and ${emailSuppressions.address} >= $search
     and ${emailSuppressions.address} < $search || chr(1114111)
   order by ${emailSuppressions.address} limit $limit`,
);

interface Page {
  readonly apiKeyId: string;
  /** A prefix of the addresses, in lower case; empty for all. */
  readonly search: string;
  readonly after: string;
  readonly limit: number;
}

/** The suppressed addresses of an API key after a given one, in order. */
export function selectSuppressions(db: Db, page: Page): Promise<SuppressionRow[]> {
  return db.rows(selectPage, page);
}

const remove = statement(
  "notifications.email_lift_suppressions",
  { apiKeyId: emailSuppressions.apiKeyId, addresses: listOf(types.text) },
  { address: emailSuppressions.address },
  sql`delete from ${emailSuppressions} where ${emailSuppressions.apiKeyId} = $apiKeyId
    and ${emailSuppressions.address} = any($addresses::text[]) returning ${emailSuppressions.address}`,
);

/** Lifts suppressions; returns the addresses, in lower case, that were suppressed. */
export async function liftSuppressions(db: Db, apiKeyId: string, addresses: readonly string[]): Promise<Set<string>> {
  return new Set((await db.rows(remove, { apiKeyId, addresses })).map(({ address }) => address));
}
