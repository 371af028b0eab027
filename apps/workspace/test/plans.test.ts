import { querySql, type StatementCases, testStatementCases } from "@parley/testing";
import { beforeAll } from "vitest";
import { startWorkspaceService } from "./harness.ts";

let databaseUrl: string;

const tables = [
  "api_keys",
  "webhook_configs",
  "email_configs",
  "api_key_tokens",
  "idempotency_records",
  "key_minutes",
  "usage_days",
  "usage_people",
  "user_token_revocations",
];

// Ten callers with 10,000 idempotency keys each; one workspace with 20,000 API keys, two of them with 10,000 tokens each, a hundred of them
// with 1,000 hours, the last minutes of one, and 400 days of usage: a step that reads more than it returns shows in its number of rows.
beforeAll(async () => {
  // Only its tables are needed: the running service would delete old rows.
  const service = await startWorkspaceService();
  await service.process.stop();
  databaseUrl = service.process.databaseUrl;
  await querySql(
    databaseUrl,
    `${tables.map((table) => `alter table workspace.${table} set (autovacuum_enabled = false);`).join("\n")}
     insert into workspace.idempotency_records (scope_id, idempotency_key, request_hash, lease_id, lease_until_ms, status, sealed_body)
       select 'key' || n % 10, 'k' || lpad(n::text, 6, '0'), 'x', 'l' || n, 0, 200, '{}' from generate_series(1, 100000) n;
     insert into workspace.api_keys (api_key_id, workspace_id, api_key_name, owner_email, key_type, custom_plan_info, use_email_service, created_at_ms)
       select 'pk' || n, 'ws', '', '', 'testing', false, false, n from generate_series(1, 20000) n;
     update workspace.api_keys set mails_days = 7, search_enabled = true where created_at_ms % 20 = 0;
     insert into workspace.webhook_configs (api_key_id, use_webhook_service, raw_notification_url, processed_notification_url, encode_data, encrypt_data, public_key)
       select 'pk' || n, false, '', '', false, false, '' from generate_series(1, 20000) n;
     insert into workspace.email_configs (api_key_id, email_type, from_email, from_company, comment_template_id, tag_template_id)
       select 'pk' || n, 'default', '', '', '', '' from generate_series(1, 20000) n;
     insert into workspace.api_key_tokens (api_key_id, token_id, token_hash, sealed_token, token_name, created_at_ms)
       select 'pk' || n % 2 + 1, lpad(n::text, 16, '0'), 'x', '', '', n from generate_series(1, 20000) n;
     insert into workspace.key_minutes (api_key_id, minute_ms) select 'pk' || k, h::bigint * 3600000 from generate_series(1, 100) k, generate_series(1, 1000) h;
     insert into workspace.key_minutes (api_key_id, minute_ms)
       select 'pk' || k, 3600000000 + m * 60000 from generate_series(1, 100) k, generate_series(1, 59) m;
     insert into workspace.usage_days (api_key_id, day_ms, workspace_id, requests, failed, refused, comments, users, mails, deliveries, streams_ms, input_tokens, output_tokens)
       select 'pk' || k, d::bigint * 86400000, 'ws' || k % 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0 from generate_series(1, 100) k, generate_series(1, 400) d;
     insert into workspace.usage_people (api_key_id, user_hash, day_ms)
       select 'pk' || k, 'u' || u, d::bigint * 86400000 from generate_series(1, 100) k, generate_series(1, 100) u, generate_series(399, 400) d;
     insert into workspace.user_token_revocations (api_key_id, user_hash, revoked_at_ms)
       select 'pk' || k, 'u' || u, u from generate_series(1, 2) k, generate_series(1, 20000) u;`,
  );
}, 120_000);

const key = { scopeId: "key1", key: "k050001" };

const day = 86_400_000;

/** The statements of quotas with values from the middle of the data, and the number of rows that each step should need. */
const cases: StatementCases = {
  "workspace.idempotency_keys_count_part": [{ ownerId: "key1", after_idempotency_key: "k050001", limit: 1_000 }, 1_000],
  "workspace.idempotency_key_known": [key, 1],
  "workspace.key_minutes": [{ apiKeyId: "pk50", fromMs: 3_600_000_000, stepMs: 900_000 }, 60],
  "workspace.first_key_minute": [{ apiKeyId: "pk50" }, 1],
  "workspace.roll_up_key_minutes": [{ minutesKeptMs: 0, limit: 1_000 }, 1_000],
  "workspace.usage_of_workspace": [
    { workspaceId: "ws1", fromMs: 0, toMs: 400 * day, afterMs: 200 * day, afterApiKeyId: "pk51", limit: 101 },
    101,
  ],
  "workspace.usage_of_api_key": [{ workspaceId: "ws1", apiKeyId: "pk51", fromMs: 0, toMs: 400 * day, afterMs: 200 * day, limit: 101 }, 101],
  "workspace.user_token_revocations": [{ apiKeyId: "pk1", afterMs: 10_000, afterUserHash: "", limit: 1_001 }, 1_001],
  "workspace.user_token_time": [{}, 1],
  "workspace.user_access": [{ apiKeyId: "pk1" }, 1],
  "workspace.delete_old_user_token_revocations": [{ retentionMs: 0, limit: 1_000 }, 1_000],
  "workspace.delete_old_usage_days": [{ retentionMs: 0, limit: 1_000 }, 1_000],
  "workspace.delete_old_usage_people": [{ retentionMs: 0, limit: 1_000 }, 1_000],
  "workspace.api_keys_named": [
    { workspaceId: "ws", apiKeyIds: ["pk5", "pk15000", "none"], afterCreatedAtMs: -1, afterApiKeyId: "", limit: 101 },
    2,
  ],
  "workspace.auth_tokens_of_api_key": [{ apiKeyId: "pk1", afterCreatedAtMs: 10_000, afterTokenId: "", limit: 51 }, 51],
  "workspace.auth_token": [{ apiKeyId: "pk1", tokenId: "0000000000010001" }, 1],
  "workspace.credential_of_api_key": [{ apiKeyId: "pk1", tokenId: "0000000000010001" }, 1],
  "workspace.search_keys": [{ afterApiKeyId: "pk5", limit: 101 }, 101],
  "workspace.key_retentions": [{ afterApiKeyId: "pk5", limit: 101 }, 101],
  "workspace.has_api_keys": [{ workspaceId: "ws", most: 1_000 }, 1_000],
};

testStatementCases({ databaseUrl: () => databaseUrl, schema: "workspace", cases, among: (name) => name in cases });
