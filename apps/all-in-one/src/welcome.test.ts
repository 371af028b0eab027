import { expect, test } from "vitest";
import type { AllInOneConfig } from "./settings.ts";
import { welcome } from "./welcome.ts";

const secrets = { PARLEY_ADMIN_TOKEN: "admin_secret", PARLEY_SERVICE_TOKENS: "service_secret", PARLEY_MASTER_KEYS: "master_secret" };
const credentials = { workspaceId: "ws_1", workspaceAuthToken: "sk_workspace", apiKey: "pk_1", authToken: "sk_key" };
const config: AllInOneConfig = { dataDir: "/data", demo: true, examplePort: 0, printsSecrets: false };

function shown(change: Partial<Parameters<typeof welcome>[0]>): string {
  const { given = {} } = change;
  const environment = { PARLEY_LOG_LEVEL: "warn", ...secrets, ...given };
  const demo = { shown: undefined, hidden: undefined };
  const addresses = { gateway: "http://localhost:8080", opsPort: 9090, console: "http://localhost:8080/console", example: undefined };
  return welcome({ ...addresses, rpcPorts: new Map(), config, demo, given, environment, readyMs: 900, ...change });
}

test("the welcome for an operator shows no secret, and names the place of the secrets", () => {
  const text = shown({ demo: { shown: undefined, hidden: "/data/demo.json" } });

  expect(text).not.toContain("secret\n");
  for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
  expect(text).toContain("/data/secrets.json contains PARLEY_SERVICE_TOKENS, PARLEY_MASTER_KEYS, PARLEY_ADMIN_TOKEN; none is printed");
  expect(text).toContain("/data/demo.json contains the credentials of a demo workspace");
});

test("the welcome in development shows the secrets, the demo's credentials and a call that works when pasted", () => {
  const text = shown({ config: { ...config, printsSecrets: true }, demo: { shown: credentials, hidden: undefined } });

  for (const secret of ["admin_secret", "service_secret", ...Object.values(credentials)]) expect(text).toContain(secret);
  expect(text).not.toContain("master_secret");
  expect(text).toContain("-H 'x-svc-auth-token: sk_key'");
});

test.each([
  [{ PARLEY_ADMIN_TOKEN: "given_secret" }, '"x-svc-admin-token: $PARLEY_ADMIN_TOKEN"'],
  [{ PARLEY_ADMIN_TOKEN_FILE: "/run/secrets/ad min" }, `"x-svc-admin-token: $(cat '/run/secrets/ad min')"`],
  [{ PARLEY_ADMIN_TOKEN: "" }, `-p 'require("/data/secrets.json").PARLEY_ADMIN_TOKEN')"`],
  [{ PARLEY_HEADER_PREFIX: "x-acme-" }, '"x-acme-admin-token: $('],
])("the call for a first workspace reads the admin token from its source: given %j", (given, header) => {
  const text = shown({ given });

  expect(text).toContain(header);
  expect(text).not.toContain("given_secret");
});

test("a sign-in link is shown with its lifetime and how to get another", () => {
  const link = "http://localhost:8080/console#code=c_1";

  expect(shown({ console: link })).toMatch(
    /#code=c_1\n +\(signs in once, within ten minutes; .*npx --no parley console prints another\)\n/,
  );
  expect(shown({})).not.toContain("signs in once");
});

test("the ports of services are shown where the system chose them", () => {
  const rpcPorts = new Map([
    ["workspace", 40_001],
    ["organization-directory", 40_002],
    ["users", 8083],
  ]);
  const given = { PARLEY_WORKSPACE_PORT: "0", PARLEY_ORGANIZATION_DIRECTORY_PORT: "0", PARLEY_USERS_PORT: "8083" };

  expect(shown({ rpcPorts, given })).toContain("\n  Services      workspace 40001, organization-directory 40002\n");
  expect(shown({ rpcPorts })).not.toContain("Services");
});

test("the example's link is shown where there is one", () => {
  expect(shown({ example: "http://localhost:8090" })).toMatch(/^ {2}Example +http:\/\/localhost:8090 /m);
  expect(shown({})).not.toContain("Example");
});

test("what was given is not said to be in the data folder", () => {
  const text = shown({ given: { PARLEY_MASTER_KEYS: "given", PARLEY_ADMIN_TOKEN_FILE: "/run/admin", PARLEY_SERVICE_TOKENS: "given" } });

  expect(text).toContain("as given; none is printed");
});
