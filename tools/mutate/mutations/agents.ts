import type { Mutation } from "../mutation.ts";

const secrets = ["apps/gateway/src/operations/secrets.test.ts"];
const agentsTest = ["apps/all-in-one/test/mcp.test.ts"];

/** What agents are offered and allowed to do. */
export const agents: readonly Mutation[] = [
  {
    name: "agents-are-offered-secrets",
    file: "libs/mcp/src/operations/catalogue.ts",
    text: ' && answer !== "stream" && showsSecret !== true',
    replacement: ' && answer !== "stream" && (showsSecret ?? true)',
    noticedBy: ["libs/mcp/src/operations/catalogue.test.ts"],
  },
  {
    name: "agents-are-offered-the-link-to-a-secret",
    file: "apps/gateway/src/operations/webhooks/create-webhook-portal.ts",
    text: "  showsSecret: true,\n",
    replacement: "",
    noticedBy: secrets,
    tests: "exactly the operations whose response may have a secret",
  },
  {
    name: "agents-are-offered-a-new-secret",
    file: "apps/gateway/src/operations/workspace/rotate-webhook-secret.ts",
    text: "  showsSecret: true,\n",
    replacement: "",
    noticedBy: secrets,
    tests: "an operation whose example shows",
  },
  {
    name: "agents-set-secrets",
    file: "libs/mcp/src/tools/call-operation.ts",
    text: "        refuseSecrets(name, data);\n",
    replacement: "",
    noticedBy: agentsTest,
    tests: "an agent gets no secret, and cannot replace",
  },
  {
    name: "secret-of-a-request-looks-like-any-text",
    file: "apps/gateway/src/operations/fields.ts",
    text: ".meta({ writeOnly: true, not:",
    replacement: ".meta({ not:",
    noticedBy: secrets,
    tests: "a secret that a request stores",
  },
  {
    name: "agents-know-no-paths",
    file: "libs/mcp/src/operations/catalogue.ts",
    text: 'name === word || (word.startsWith("/") &&',
    replacement: 'name === word || (word.startsWith("//") &&',
    noticedBy: ["libs/mcp/src/operations/catalogue.test.ts"],
  },
  {
    name: "a-word-of-a-query-stands-for-itself-alone",
    file: "libs/mcp/src/operations/rank-operations.ts",
    text: "asked.flatMap((term) => meanings.get(term) ?? [])",
    replacement: "asked.filter(() => false)",
    noticedBy: ["libs/mcp/src/operations/catalogue.test.ts"],
  },
  {
    name: "a-bound-agent-is-refused-the-inbox-with-the-mails",
    file: "libs/mcp/src/tools/why-was-user-notified.ts",
    text: "if (documentId !== undefined || !(error",
    replacement: "if (documentId === undefined || !(error",
    noticedBy: ["apps/all-in-one/test/mcp.test.ts"],
    tests: "an agent whose token is bound to an organization",
  },
];
