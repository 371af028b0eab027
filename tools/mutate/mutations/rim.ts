import type { Mutation } from "../mutation.ts";

const tokens = ["apps/workspace/test/workspace-tokens.test.ts"];
const search = ["apps/users/test/search.test.ts"];

/** What lies around the core of the services. */
export const rim: readonly Mutation[] = [
  {
    name: "what-is-refused-at-once-is-not-traffic",
    file: "apps/gateway/src/module.ts",
    text: "count(request, status, 0);",
    replacement: "",
    noticedBy: ["apps/all-in-one/test/overview.test.ts"],
    tests: "requests that are refused because too many",
  },
  {
    name: "last-use-of-a-token-is-written-once-ever",
    file: "apps/workspace/src/credentials/token-uses.store.ts",
    text: "where last_used_at_ms is null or last_used_at_ms <= now_ms() - 59000 for update",
    replacement: "where last_used_at_ms is null for update",
    noticedBy: tokens,
    tests: "a use is recorded again",
  },
  {
    name: "last-use-of-a-token-is-written-by-every-process",
    file: "apps/workspace/src/credentials/token-uses.store.ts",
    text: "last_used_at_ms <= now_ms() - 59000",
    replacement: "last_used_at_ms <= now_ms()",
    noticedBy: tokens,
    tests: "a use is recorded again",
  },
  {
    name: "secrets-of-an-api-key-go-with-any-deletion",
    file: "apps/workspace/src/api-keys/api-keys.store.ts",
    text: "delete from webhook_secrets where api_key_id = $apiKeyId and exists (select from gone)",
    replacement: "delete from webhook_secrets where api_key_id = $apiKeyId",
    noticedBy: tokens,
    tests: "the secrets of an API key",
  },
  {
    name: "secrets-of-an-api-key-outlive-it",
    file: "apps/workspace/src/api-keys/api-keys.store.ts",
    text: "delete from email_configs where api_key_id = $apiKeyId and exists (select from gone)",
    replacement: "delete from email_configs where api_key_id = $apiKeyId and not exists (select from gone)",
    noticedBy: tokens,
    tests: "the secrets of an API key",
  },
  {
    name: "access-to-a-document-of-another-organization",
    file: "libs/document-access/src/document-access.ts",
    text: `\\0\${organizationId}\\0\${documentId}\`,`,
    replacement: `\\0\\0\${documentId}\`,`,
    noticedBy: ["libs/document-access/src/document-access.test.ts"],
  },
  {
    name: "letters-beyond-z-are-not-found",
    file: "apps/users/src/search/search.store.ts",
    text: `\${field} < (lower($search) || chr(1114111))`,
    replacement: `\${field} < (lower($search) || 'z')`,
    noticedBy: search,
    tests: "whatever letter follows",
  },
  {
    name: "ids-beyond-z-are-not-found",
    file: "apps/users/src/search/search.store.ts",
    text: "user_id < $search || chr(1114111)",
    replacement: "user_id < $search || 'z'",
    noticedBy: search,
    tests: "whatever letter follows",
  },
  {
    name: "repeated-removal-takes-what-was-added-again",
    file: "apps/organization-directory/src/restored/older-places.store.ts",
    text: 'const isOlder = "created_at_ms <= $requestedAtMs";',
    replacement: 'const isOlder = "$requestedAtMs::bigint > 0";',
    noticedBy: ["apps/all-in-one/test/erasure-added-again.test.ts"],
  },
  {
    name: "of-several-statuses-one-is-found",
    file: "apps/activity/src/threads/reading/annotation-pages.store.ts",
    text: "return statuses.length === 1 ? byStatus : byDocument;",
    replacement: "return statuses.length >= 1 ? byStatus : byDocument;",
    noticedBy: ["apps/activity/test/filters.test.ts"],
  },
  {
    name: "pods-get-requests-before-they-are-ready",
    file: "deploy/helm/parley/templates/deployments.yaml",
    text: "httpGet: { path: /readyz, port: ops }",
    replacement: "httpGet: { path: /livez, port: ops }",
    noticedBy: ["tools/deploy/chart.test.ts"],
    tests: "sends requests to a pod once it is ready",
  },
  {
    name: "pods-are-restarted-while-postgres-is-away",
    file: "deploy/helm/parley/templates/deployments.yaml",
    text: "livenessProbe:\n            httpGet: { path: /livez",
    replacement: "livenessProbe:\n            httpGet: { path: /readyz",
    noticedBy: ["tools/deploy/chart.test.ts"],
    tests: "sends requests to a pod once it is ready",
  },
];
