import type { Mutation } from "../mutation.ts";

/** An erasure takes everything and nothing of others; the audit log cannot be rewritten. */
export const erasureAndAudit: readonly Mutation[] = [
  {
    name: "removal-leaves-kept-answers",
    file: "apps/workspace/src/idempotency/idempotency-records.store.ts",
    text: `= false, \${idempotencyRecords.sealedBody} = null`,
    replacement: "= false",
    noticedBy: ["apps/workspace/test/idempotency.test.ts"],
    tests: "responses from before a removal are deleted, later",
  },
  {
    name: "removal-in-one-organization-is-said-of-all",
    file: "apps/users/src/members/requested-removals.store.ts",
    text: `else $organizationId in (select json_array_elements_text(j.\${erasureJobs.scope} -> 'organizationIds')) and not exists`,
    replacement: "else $organizationId <> '' and not exists",
    noticedBy: ["apps/users/test/requested-removals.test.ts"],
    tests: "a removal within",
  },
  {
    name: "removal-that-is-being-requested-is-not-waited-for",
    file: "apps/users/src/members/requested-removals.store.ts",
    text: `  await db.row(wait, { apiKeyId: of.apiKeyId });
`,
    replacement: "",
    noticedBy: ["apps/users/test/requested-removals.test.ts"],
    tests: "a call during a removal request waits for",
  },
  {
    name: "user-who-is-added-again-counts-as-removed",
    file: "apps/users/src/members/requested-removals.store.ts",
    text: `when 0 then not exists (select from \${users} where \${users.apiKeyId} = $apiKeyId and \${users.userId} = i.user_id)`,
    replacement: "when 0 then true",
    noticedBy: ["apps/users/test/requested-removals.test.ts"],
    tests: "a user who is added again",
  },
  {
    name: "repeated-removal-takes-what-was-added-again",
    file: "apps/organization-directory/src/restored/older-places.store.ts",
    text: `sql\`\${createdAtMs} <= $requestedAtMs\``,
    replacement: `sql\`\${createdAtMs} > 0 and $requestedAtMs::bigint > 0\``,
    noticedBy: ["apps/all-in-one/test/erasure/added-again.test.ts"],
  },
  {
    name: "deleted-groups-leave-their-members",
    file: "apps/users/src/groups/groups.store.ts",
    text: "from gone having count(*) > 0",
    replacement: "from gone having count(*) > 9999",
    noticedBy: ["apps/users/test/groups.test.ts"],
    tests: "the members of a deleted group are removed",
  },
  {
    name: "removed-user-is-a-member-until-the-membership-goes",
    file: "apps/users/src/members/profiles.store.ts",
    text: `u.\${users.userId} is not null and m.`,
    replacement: "m.",
    noticedBy: ["apps/users/test/requested-removals.test.ts"],
  },
  {
    name: "dry-run-counts-what-it-has-not-looked-through",
    file: "apps/activity/src/erasure/count-threads.store.ts",
    text: "select case when (select count(*) from found) >= $limit then $limit else (select count(*) from found f",
    replacement: "select case when false then $limit else (select count(*) from found f",
    noticedBy: ["apps/all-in-one/test/erasure/dry-runs.test.ts"],
    tests: "more than a hundred thousand rows",
  },
  {
    name: "outcome-of-a-record-overwritten",
    file: "apps/workspace/src/audit/audit-records.store.ts",
    text: `and \${auditRecords.recordId} = $recordId and \${auditRecords.outcome} is null`,
    replacement: `and \${auditRecords.recordId} = $recordId`,
    noticedBy: ["apps/workspace/test/audit.test.ts"],
    tests: "its first outcome stands",
  },
  {
    name: "chain-sealed-without-its-lock",
    file: "apps/workspace/src/audit/audit-chains.store.ts",
    text: `where \${auditChains.workspaceId} = $workspaceId for update`,
    replacement: `where \${auditChains.workspaceId} = $workspaceId`,
    noticedBy: ["apps/workspace/test/audit.test.ts"],
    tests: "an append to a chain continues where another",
  },
];
