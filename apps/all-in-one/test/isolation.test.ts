import { declaredStatements } from "@parley/database";
import { operations } from "@parley/gateway/operations";
import { querySql, unscopedAccess } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoRequests } from "../src/demo/demo-requests.ts";
import { createWorkspace, type HttpAnswer, type Workspace } from "./customer.ts";
import { type Parley, startParley } from "./parley.ts";

let parley: Parley;
/** Whose data is at stake. */
let owner: Workspace;

beforeAll(async () => {
  parley = await startParley("all-in-one");
  owner = await createWorkspace(parley.url, parley.adminToken);
  for (const { path, data } of demoRequests) await owner.customer.data(path, data);
});

afterAll(() => parley?.stop());

const ofKeys = operations.filter(({ auth, bodyCredentials }) => auth === "apiKey" && !bodyCredentials);

// Two strangers send every example: one with the ids that another key has, one with ids that nobody has. They must not be able to tell
// which of them they are.
test("with ids of another API key every operation answers as with ids that do not exist, and changes nothing of that key", async () => {
  const before = await rowsOf(owner.apiKey);
  const stranger = await createWorkspace(parley.url, parley.adminToken);
  const nobody = await createWorkspace(parley.url, parley.adminToken);
  const unknown = (id: string) => `${id}-of-nobody`;

  for (const { path, example } of ofKeys) {
    const asStranger = await stranger.customer.post(path, example.request);
    const asNobody = await nobody.customer.post(path, mapIds(example.request, unknown));

    expect(comparable(asStranger, stranger), path).toEqual(comparable(asNobody, nobody, (text) => text.replaceAll("-of-nobody", "")));
  }

  expect(await rowsOf(owner.apiKey)).toEqual(before);
});

test("every statement names the key of the rows that it touches", async () => {
  expect(declaredStatements().length).toBeGreaterThan(50);
  expect(await unscopedAccess(parley.databaseUrl, declaredStatements())).toEqual([]);
});

test("only statements that say why look across keys", () => {
  for (const { name, crossTenant } of declaredStatements()) {
    if (crossTenant !== undefined) expect(crossTenant, name).toMatch(/^[A-Z].{20,}\.$/s);
  }
});

/** A digest of each table's rows of one key, but for what is noted of its own requests a little later. */
async function rowsOf(apiKey: string): Promise<Record<string, unknown>> {
  const tables = await querySql<{ name: string; key: string }>(
    parley.databaseUrl,
    `select c.table_schema || '.' || c.table_name as name, c.column_name as key from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.column_name = 'api_key_id' and t.table_type = 'BASE TABLE' and c.table_name <> 'key_minutes' order by 1`,
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

// What may differ between two callers: times, ids that the service makes (they hold the key), request ids, the callers' own keys.
function comparable({ status, body }: HttpAnswer, caller: Workspace, rename: (text: string) => string = (text) => text): unknown {
  const text = rename(JSON.stringify(body))
    .replaceAll(caller.apiKey, "KEY")
    .replace(/"requestId":"[^"]*"/g, '"requestId":""')
    .replace(/"(id|jobId|recoveryId|webhookId|nextPageToken|token|secret|path)":"[^"]*"/g, '"$1":""')
    .replace(/"durationMs":\d+/g, '"durationMs":0')
    .replace(/\b\d{13}\b/g, "0");
  return { status, body: JSON.parse(text) };
}
