import { querySql, type StatementCases, testStatementCases } from "@parley/testing";
import { beforeAll } from "vitest";
import { startWorkspaceService } from "./harness.ts";

let databaseUrl: string;

// Ten workspaces with 10,000 sealed and ten unsealed records each, with a user in every one: a step that reads more than it returns shows
// in its number of rows.
beforeAll(async () => {
  // Only its tables are needed: the running service would seal.
  const service = await startWorkspaceService();
  await service.process.stop();
  databaseUrl = service.process.databaseUrl;
  await querySql(
    databaseUrl,
    `${["audit_records", "audit_chains", "audit_people"].map((table) => `alter table workspace.${table} set (autovacuum_enabled = false);`).join("\n")}
     insert into workspace.audit_records (workspace_id, record_id, occurred_at_ms, action, actor_type, actor_id, salt, targets, target_ids, on_api_key,
         request_id, changes, outcome, finished_at_ms, sequence, sealed_at_ms, personal_hash, previous_hash, hash, is_read)
       select 'ws' || n % 10, 'r' || n, n, 'usual', 'token', 't', 's', '[]', '{}', 'pk' || n % 100, '', '{}', 'success', n, (n - 1) / 10 + 1, n, '', '', '', (n - 1) / 10 % 50 <> 0
       from generate_series(1, 100000) n;
     insert into workspace.audit_records (workspace_id, record_id, action, actor_type, actor_id, salt, targets, target_ids, on_api_key, request_id, changes,
         outcome, finished_at_ms)
       select 'ws' || n % 10, 'u' || n, 'usual', 'token', 't', 's', '[]', '{}', '', '', '{}', 'success', n from generate_series(1, 100) n;
     insert into workspace.audit_chains (workspace_id, sequence, hash, first_sequence)
       select 'ws' || n, 10000, '', case n when 9 then 11 else 1 end from generate_series(0, 9) n;
     insert into workspace.audit_people (api_key_id, record_id, position, user_id, salt)
       select 'pk' || n % 100, 'r' || n, 0, 'user' || n % 1000, 's' from generate_series(1, 100000) n;`,
  );
}, 120_000);

const search = { workspaceId: "ws5", before: 5_000, fromMs: 1, toMs: 90_000, actions: [], actorIds: [], onApiKey: "", wantedIds: [] };

/** The statements of the audit log with values from the middle of the data, and the number of rows that each step should need. */
const cases: StatementCases = {
  "workspace.audit_chain_waits": [{ workspaceId: "ws5" }, 10],
  "workspace.unsealed_audit_records": [{ workspaceId: "ws5", limit: 500 }, 10],
  "workspace.audit_chains_waiting": [{ limit: 100 }, 100],
  "workspace.audit_checkpoint": [{ workspaceId: "ws5" }, 10],
  "workspace.find_audit_records": [{ ...search, limit: 100, scan: 100 }, 100],
  // One record in fifty is no read.
  "workspace.find_audit_records_without_reads": [{ ...search, limit: 50, scan: 50 }, 50],
  "workspace.audit_records": [{ workspaceId: "ws5", sequences: [5_000, 5_001, 5_002], limit: 3 }, 3],
  "workspace.cut_audit_chains": [{ retentionMs: 0, limit: 100 }, 1_000],
  "workspace.delete_old_audit_records": [{ workspaceIds: ["ws9"], firstSequences: [11], limit: 100 }, 10],
};

// audit_chains has one row for each workspace.
const shortTables = ["audit_chains"];

testStatementCases({ databaseUrl: () => databaseUrl, schema: "workspace", cases, shortTables, among: (name) => name in cases });
