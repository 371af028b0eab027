import { querySql } from "@parley/testing";

/** Writes 20 recipients for each of so many API keys. */
export async function fillKeys(databaseUrl: string, keys: number): Promise<void> {
  await querySql(
    databaseUrl,
    `insert into notifications.recipients (api_key_id, organization_id, user_id, document_id, created_at_ms, notification_ref, stored_bytes)
       select 'pk_' || k, 'acme', 'u' || n, 'd', n, n, 1 from generate_series(1, ${keys}) k, generate_series(1, 20) n`,
  );
}
