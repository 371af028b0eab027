import { declaredStatements } from "@parley/database";
import { operations } from "@parley/gateway/operations";
import { querySql, unscopedAccess } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoRequests } from "../../src/demo/seed-demo.ts";
import { createWorkspace, type HttpAnswer, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

let parley: Parley;
/** The owner of the data under test. */
let owner: Workspace;

beforeAll(async () => {
  // Every credential is looked up, regardless of the number of wrong ones.
  parley = await startParley("all-in-one", { PARLEY_MAX_REFUSED_CREDENTIALS_PER_SECOND: "0", PARLEY_CHANGES_STREAM_MS: "100" });
  owner = await createWorkspace(parley.url, parley.adminToken);
  for (const { path, data } of demoRequests) await owner.customer.data(path, data);
});

afterAll(() => parley?.stop());

const ofKeys = operations.filter(({ auth, bodyCredentials }) => auth === "apiKey" && !bodyCredentials);

// Two strangers of each kind send every example: one with the ids of another key, one with ids that do not exist. The responses must be
// indistinguishable.
test.each<[string, () => Promise<Workspace>]>([
  ["another workspace", () => createWorkspace(parley.url, parley.adminToken)],
  ["another API key of the same workspace", anotherKey],
])("every operation responds to %s with ids of a key as with unknown ids, and changes nothing of that key", async (_, newStranger) => {
  const before = await rowsOf(owner.apiKey);
  const stranger = await newStranger();
  const nobody = await newStranger();
  const unknown = (id: string) => `${id}-of-nobody`;

  let cells = 0;
  for (const { path, example } of ofKeys) {
    const asStranger = await stranger.customer.post(path, example.request);
    const asNobody = await nobody.customer.post(path, mapIds(example.request, unknown));

    expect(comparable(asStranger, stranger), path).toEqual(comparable(asNobody, nobody, (text) => text.replaceAll("-of-nobody", "")));
    cells++;
  }

  expect([cells, await rowsOf(owner.apiKey)]).toEqual([ofKeys.length, before]);
});

test("with a revoked token or one of another workspace every operation is refused and changes nothing", async () => {
  const { token } = await owner.owner.data("/v2/workspace/authtokens/create", { apiKey: owner.apiKey, name: "revoked" });
  await owner.owner.data("/v2/workspace/authtokens/revoke", { apiKey: owner.apiKey, token });
  const other = await createWorkspace(parley.url, parley.adminToken);
  const before = await rowsOf(owner.apiKey);

  for (const authToken of [token, other.authToken]) {
    const visitor = owner.customer.as({ "x-svc-api-key": owner.apiKey, "x-svc-auth-token": authToken });
    const statuses = await Promise.all(ofKeys.map(async ({ path, example }) => (await visitor.post(path, example.request)).status));
    expect(statuses.filter((status) => status !== 401)).toEqual([]);
  }

  expect(await rowsOf(owner.apiKey)).toEqual(before);
});

test("every statement names the key of the rows that it touches", async () => {
  expect(declaredStatements().length).toBeGreaterThan(50);
  expect(await unscopedAccess(parley.databaseUrl, declaredStatements())).toEqual([]);
});

test("only statements with a stated reason read across keys", () => {
  for (const { name, crossTenant } of declaredStatements()) {
    if (crossTenant !== undefined) expect(crossTenant, name).toMatch(/^[A-Z].{20,}\.$/s);
  }
});

async function anotherKey(): Promise<Workspace> {
  const { apiKey } = await owner.owner.data("/v2/workspace/apikey/create", { ownerEmail: "owner@example.com", createAuthToken: true });
  const [{ token: authToken }] = (await owner.owner.data("/v2/workspace/authtokens/get", { apiKey })).authTokens;
  return { ...owner, apiKey, authToken, customer: owner.customer.as({ "x-svc-api-key": apiKey, "x-svc-auth-token": authToken }) };
}

/** A digest of the rows of one key in each table, except for those about its own requests that are stored a little later. */
async function rowsOf(apiKey: string): Promise<Record<string, unknown>> {
  const tables = await querySql<{ name: string; key: string }>(
    parley.databaseUrl,
    `select c.table_schema || '.' || c.table_name as name, c.column_name as key from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.column_name = 'api_key_id' and t.table_type = 'BASE TABLE' and c.table_name not in ('key_minutes', 'usage_days', 'usage_people') order by 1`,
  );
  const digests: Record<string, unknown> = {};
  for (const { name, key } of tables) {
    const [row] = await querySql(
      parley.databaseUrl,
      `select count(*)::int as count, md5(coalesce(string_agg(text, ',' order by text), '')) as digest
       from (select (to_jsonb(x) - 'last_used_at_ms')::text as text from ${name} x where ${key} = $1) rows`,
      [apiKey],
    );
    digests[name] = row;
  }
  return digests;
}

// Every text that the demo workspace uses as an id.
const demoIds = new Set<string>();
JSON.stringify(demoRequests, (key, value) => {
  if (/Ids?$/.test(key)) for (const id of Array.isArray(value) ? value : [value]) if (typeof id === "string") demoIds.add(id);
  return value;
});

function mapIds(value: unknown, change: (id: string) => string): unknown {
  if (typeof value === "string") return demoIds.has(value) ? change(value) : value;
  if (Array.isArray(value)) return value.map((item) => mapIds(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapIds(item, change)]));
}

// Values that may differ between two callers: times, counts of their own requests, ids that the service generates (which contain the key),
// request ids, the callers' own keys.
function comparable({ status, body }: HttpAnswer, caller: Workspace, rename: (text: string) => string = (text) => text): unknown {
  const text = rename(JSON.stringify(body))
    .replaceAll(caller.apiKey, "KEY")
    .replace(/"requestId":"[^"]*"/g, '"requestId":""')
    .replace(/"(id|endpointId|jobId|recoveryId|webhookId|nextPageToken|nextCursor|token|secret|path)":"[^"]*"/g, '"$1":""')
    .replace(/id: [\w-]+\\n/g, "id:\\n")
    .replace(/"(requests|clientErrors|serverErrors|p95Ms)":(null|\d+)/g, '"$1":0')
    .replace(/"durationMs":\d+/g, '"durationMs":0')
    .replace(/\b\d{13}\b/g, "0");
  return { status, body: JSON.parse(text) };
}
