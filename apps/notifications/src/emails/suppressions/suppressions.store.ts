import { type Db, statement } from "@parley/database";
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
  `select s.api_key_id, s.address from unnest($apiKeyIds::text[], $addresses::text[]) as wanted (api_key_id, address)
   cross join lateral (
     select s.api_key_id, s.address from email_suppressions s where s.api_key_id = wanted.api_key_id and s.address = wanted.address limit 1
   ) as s`,
);

/** Which of the addresses, in lower case, are suppressed for their API keys: `<apiKeyId> <address>`. */
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
  `select address, error, suppressed_at_ms from email_suppressions
   where api_key_id = $apiKeyId and address > $after and address >= $search and address < $search || chr(1114111)
   order by address limit $limit`,
);

interface Page {
  readonly apiKeyId: string;
  /** The beginning of the addresses, in lower case; empty for all. */
  readonly search: string;
  readonly after: string;
  readonly limit: number;
}

/** The suppressed addresses of an API key after a given one, in their order. */
export function selectSuppressions(db: Db, page: Page): Promise<SuppressionRow[]> {
  return db.rows(selectPage, page);
}

const remove = statement(
  "notifications.email_lift_suppressions",
  { apiKeyId: emailSuppressions.apiKeyId, addresses: listOf(types.text) },
  { address: emailSuppressions.address },
  `delete from email_suppressions where api_key_id = $apiKeyId and address = any($addresses::text[]) returning address`,
);

/** Lifts suppressions; returns the addresses, in lower case, that were suppressed. */
export async function liftSuppressions(db: Db, apiKeyId: string, addresses: readonly string[]): Promise<Set<string>> {
  return new Set((await db.rows(remove, { apiKeyId, addresses })).map(({ address }) => address));
}
