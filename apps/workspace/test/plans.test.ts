import { querySql, type StatementCases, testStatementCases } from "@parley/testing";
import { beforeAll } from "vitest";
import { startWorkspaceService } from "./harness.ts";

let databaseUrl: string;

const tables = ["api_keys", "api_key_tokens", "idempotency_records", "key_minutes"];

// Ten callers with 10,000 idempotency keys each, one workspace with 20,000 API keys, two of them with 10,000 tokens each, a hundred of them with 1,000 hours and the last minutes of one: any step that reads more than it answers shows in the
// number of its rows.
beforeAll(async () => {
  // Only its tables are wanted: the service at work would delete what is old.
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
     insert into workspace.api_key_tokens (api_key_id, token_id, token_hash, sealed_token, token_name, created_at_ms)
       select 'pk' || n % 2 + 1, lpad(n::text, 16, '0'), 'x', '', '', n from generate_series(1, 20000) n;
     insert into workspace.key_minutes (api_key_id, minute_ms) select 'pk' || k, h::bigint * 3600000 from generate_series(1, 100) k, generate_series(1, 1000) h;
     insert into workspace.key_minutes (api_key_id, minute_ms)
       select 'pk' || k, 3600000000 + m * 60000 from generate_series(1, 100) k, generate_series(1, 59) m;`,
  );
}, 120_000);

const key = { scopeId: "key1", key: "k050001" };

/** The statements about quotas with values from the middle of the data, and how many rows each step of them should need. */
const cases: StatementCases = {
  "workspace.idempotency_keys_count_part": [{ ownerId: "key1", after_idempotency_key: "k050001", limit: 1_000 }, 1_000],
  "workspace.idempotency_key_known": [key, 1],
  "workspace.key_minutes": [{ apiKeyId: "pk50", fromMs: 3_600_000_000, stepMs: 900_000 }, 60],
  "workspace.first_key_minute": [{ apiKeyId: "pk50" }, 1],
  "workspace.roll_up_key_minutes": [{ minutesKeptMs: 0, limit: 1_000 }, 1_000],
  "workspace.auth_tokens_of_api_key": [{ apiKeyId: "pk1", afterCreatedAtMs: 10_000, afterTokenId: "", limit: 51 }, 51],
  "workspace.auth_token": [{ apiKeyId: "pk1", tokenId: "0000000000010001" }, 1],
  "workspace.credential_of_api_key": [{ apiKeyId: "pk1", tokenId: "0000000000010001" }, 1],
  "workspace.has_api_keys": [{ workspaceId: "ws", most: 1_000 }, 1_000],
};

testStatementCases({ databaseUrl: () => databaseUrl, schema: "workspace", cases, among: (name) => name in cases });
