import type { Mutation } from "../mutation.ts";

const records = "apps/workspace/src/idempotency/idempotency-records.store.ts";
const idempotencyTest = ["apps/workspace/test/idempotency.test.ts"];
const authenticate = "apps/workspace/src/credentials/authenticate.ts";
const credentialsTest = ["apps/workspace/test/credentials.test.ts"];

/** The separation of customers, and the exclusion of strangers. */
export const credentials: readonly Mutation[] = [
  {
    name: "idempotency-record-read-without-its-scope",
    file: records,
    text: `\${idempotencyRecords.scopeId} = $scopeId and \${idempotencyRecords.idempotencyKey} = $key and not exists`,
    replacement: `\${idempotencyRecords.idempotencyKey} = $key and not exists`,
    noticedBy: idempotencyTest,
    tests: "each caller who repeats a key",
  },
  {
    name: "idempotency-claim-ended-without-its-lease",
    file: records,
    text: `= $scopeId and \${idempotencyRecords.idempotencyKey} = $key\n     and \${idempotencyRecords.leaseId} = $leaseId`,
    replacement: `= $scopeId and \${idempotencyRecords.idempotencyKey} = $key\n     and $leaseId::text <> ''`,
    noticedBy: idempotencyTest,
    tests: "a holder that lost the lease neither ends",
  },
  {
    name: "idempotency-claim-freed-without-its-lease",
    file: records,
    text: `= $scopeId and \${idempotencyRecords.idempotencyKey} = $key\n    and \${idempotencyRecords.leaseId} = $leaseId`,
    replacement: `= $scopeId and \${idempotencyRecords.idempotencyKey} = $key\n    and $leaseId::text <> ''`,
    noticedBy: idempotencyTest,
    tests: "a holder that lost the lease neither ends",
  },
  {
    name: "expired-token-opens",
    file: authenticate,
    text: " || found.expired",
    replacement: "",
    noticedBy: credentialsTest,
    tests: "whatever is wrong with a credential",
  },
  {
    name: "hash-of-a-token-is-not-compared",
    file: authenticate,
    text: "|| !same ",
    replacement: "",
    noticedBy: credentialsTest,
    tests: "a token with a different stored hash is",
  },
  {
    name: "cached-credentials-are-used-for-a-minute",
    file: "apps/gateway/src/credentials/credential-cache.ts",
    text: "{ maxAgeMs: 4_500, revalidateAfterMs: 2_000 }",
    replacement: "{ maxAgeMs: 60_000, revalidateAfterMs: 50_000 }",
    noticedBy: ["apps/gateway/src/credentials/credential-cache.test.ts"],
  },
  {
    name: "disabled-api-key-opens",
    file: "apps/gateway/src/credentials/credential-check.ts",
    text: "isOfKey(credential) && credential.disabled",
    replacement: "isOfKey(credential) && !credential.disabled",
    noticedBy: ["apps/gateway/src/credentials/credential-check.test.ts"],
  },
  {
    name: "page-token-is-bound-to-nothing",
    file: "libs/kernel/src/page-token.ts",
    text: `.update(\`\${Buffer.byteLength(binding)}:\${binding}\`)`,
    replacement: '.update("")',
    noticedBy: ["libs/kernel/src/page-token.test.ts"],
  },
  {
    name: "secret-opens-at-another-place",
    file: "apps/workspace/src/sealing/sealing.ts",
    text: 'JSON.stringify(["s1", workspaceId, field, keyId, version])',
    replacement: 'JSON.stringify(["s1", workspaceId, field, version])',
    noticedBy: ["apps/workspace/src/sealing/sealing.test.ts"],
  },
  {
    name: "api-key-left-out-of-a-condition",
    file: "apps/notifications/src/notifications/rows/notifications.store.ts",
    text: `from \${notifications}\n   where \${notifications.apiKeyId} = $apiKeyId`,
    replacement: `from \${notifications}\n   where $apiKeyId::text <> ''`,
    noticedBy: ["apps/notifications/test/isolation.test.ts"],
  },
  {
    name: "caller-may-call-what-it-does-not-declare",
    file: "libs/rpc/src/permitted-callers.ts",
    text: "?.includes(caller) === true ||",
    replacement: " !== undefined ||",
    noticedBy: ["libs/rpc/test/rpc-callers.test.ts"],
  },
];
