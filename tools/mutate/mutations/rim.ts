import type { Mutation } from "../mutation.ts";

const secrets = ["apps/gateway/src/operations/secrets.test.ts"];
const agents = ["apps/all-in-one/test/mcp.test.ts"];
const clients = ["apps/all-in-one/test/sdk-faults.test.ts"];
const unwrapping = ["libs/sdk-typescript/src/webhooks/unwrap.test.ts"];
const tlsOfProcesses = ["libs/runtime/test/rpc-tls.test.ts"];
const tlsOfPorts = ["libs/rpc/test/rpc-tls.test.ts"];

/** What lies around the core: agents, clients, the command line, certificates, rendered charts. */
export const rim: readonly Mutation[] = [
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
    tests: "an operation whose answer may hold",
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
    noticedBy: agents,
    tests: "an agent is shown no secret",
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
    name: "old-webhook-is-believed-by-typescript",
    file: "libs/sdk-typescript/src/webhooks/signature.ts",
    text: "Number(timestamp)) > toleranceSeconds)",
    replacement: "Number(timestamp)) > toleranceSeconds * 1_000)",
    noticedBy: unwrapping,
    tests: "a delivery is believed for five minutes",
  },
  {
    name: "old-webhook-is-believed-by-python",
    file: "libs/sdk-python/src/parley/webhooks.py",
    text: "if abs(now - int(timestamp)) > tolerance:",
    replacement: "if abs(now - int(timestamp)) > tolerance * 1000:",
    noticedBy: clients,
    tests: "a delivery is believed for five minutes",
  },
  {
    name: "old-webhook-is-believed-by-go",
    file: "libs/sdk-go/webhooks.go",
    text: ".Abs() > options.Tolerance {",
    replacement: ".Abs() > options.Tolerance*1000 {",
    noticedBy: clients,
    tests: "a delivery is believed for five minutes",
  },
  {
    name: "empty-secret-verifies-in-typescript",
    file: "libs/sdk-typescript/src/webhooks/signature.ts",
    text: ".filter(({ length }) => length > 0)",
    replacement: "",
    noticedBy: unwrapping,
    tests: "a secret that is empty",
  },
  {
    name: "empty-secret-verifies-in-python",
    file: "libs/sdk-python/src/parley/webhooks.py",
    text: "for secret in secrets) if key]",
    replacement: "for secret in secrets)]",
    noticedBy: clients,
    tests: "a secret that is empty",
  },
  {
    name: "empty-secret-verifies-in-go",
    file: "libs/sdk-go/webhooks.go",
    text: "if len(key) > 0 {",
    replacement: "if len(key) >= 0 {",
    noticedBy: clients,
    tests: "a secret that is empty",
  },
  {
    name: "go-sends-again-what-it-does-not-count",
    file: "libs/sdk-go/call.go",
    text: "request.GetBody = nil",
    replacement: "request.Close = false",
    noticedBy: clients,
  },
  {
    name: "plain-url-beside-a-certificate",
    file: "libs/runtime/src/rpc-tls-settings.ts",
    text: '.filter((url) => !url.startsWith("https:"))',
    replacement: '.filter((url) => !url.startsWith("http"))',
    noticedBy: tlsOfProcesses,
    tests: "the start is refused",
  },
  {
    name: "authority-without-a-certificate",
    file: "libs/runtime/src/rpc-tls-settings.ts",
    text: "if (serves && ca !== undefined && cert === undefined)",
    replacement: "if (!serves && ca !== undefined && cert === undefined)",
    noticedBy: tlsOfProcesses,
    tests: "a process that would ask",
  },
  {
    name: "process-asks-its-callers-for-no-certificate",
    file: "libs/runtime/src/process.ts",
    text: "{ tls: { cert, key, ca } }",
    replacement: "{ tls: { cert, key, ca: ca && undefined } }",
    noticedBy: tlsOfProcesses,
    tests: "between processes",
  },
  {
    name: "process-calls-whoever-answers",
    file: "libs/rpc/src/addresses/endpoint.ts",
    text: "lookup, ...tls }",
    replacement: "lookup, ...tls, rejectUnauthorized: false }",
    noticedBy: tlsOfPorts,
    tests: "a service with a certificate",
  },
  {
    name: "process-streams-from-whoever-answers",
    file: "libs/rpc/src/addresses/stream-sessions.ts",
    text: "lookup: this.#lookup, ...tls }",
    replacement: "lookup: this.#lookup, ...tls, rejectUnauthorized: false }",
    noticedBy: tlsOfPorts,
    tests: "a service with a certificate",
  },
  {
    name: "caller-without-a-certificate-is-served",
    file: "libs/rpc/src/shared-port.ts",
    text: "rejectUnauthorized: true,",
    replacement: "rejectUnauthorized: false,",
    noticedBy: tlsOfPorts,
    tests: "with an authority a caller needs",
  },
];
