import { type RowLimitName, rowLimitNames } from "@parley/kernel";
import { until } from "@parley/testing";
import { expect, test } from "vitest";
import { ChangesReader } from "../support/changes-reader.ts";
import { consolePage } from "../support/console-page.ts";
import { type Customer, createWorkspace, type Workspace } from "../support/customer.ts";
import { useWorkspace } from "../support/use-workspace.ts";

const { parley, workspace } = useWorkspace({ PARLEY_MAX_REQUESTS_PER_SECOND_PER_KEY: "1000", PARLEY_USERS_MAX_USERS_PER_KEY: "4" });

const update = "/v2/workspace/apikey/update";
const read = "/v2/organizations/get";
const takesEffectWithinMs = 5_000;

/** The policy named by responses to the key. */
async function policy(customer = workspace.customer): Promise<unknown> {
  return (await customer.post(read, {})).headers["ratelimit-policy"];
}

function operatorOf({ workspaceId, customer }: Workspace): Customer {
  return customer.as({ "x-svc-workspace-id": workspaceId, "x-svc-admin-token": parley.adminToken });
}

let rates = 500;

/**
 * Sets limits of the key and waits until the gateway applies them. A new limit of requests per second, which responses report, shows this.
 */
async function limit({ apiKey, owner, customer }: Workspace, limits: object): Promise<void> {
  rates++;
  await owner.data(update, { apiKey, limits: { ...limits, requestsPerSecond: rates } });
  await expect.poll(() => policy(customer), { timeout: takesEffectWithinMs }).toBe(`"key";q=${rates};w=1`);
}

test("a workspace limits its key within 5 seconds, and refusals beyond the limit say when to retry", async () => {
  await workspace.owner.data(update, { apiKey: workspace.apiKey, limits: { requestsPerSecond: 2 } });
  await expect.poll(() => policy(), { timeout: takesEffectWithinMs }).toBe('"key";q=2;w=1');

  const answers = await Promise.all(Array.from({ length: 20 }, () => workspace.customer.post(read, {})));

  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers } of refused) expect(headers).toMatchObject({ "retry-after": "1", ratelimit: '"key";r=0;t=1' });
  await workspace.owner.data(update, { apiKey: workspace.apiKey, limits: { requestsPerSecond: null } });
  await expect.poll(() => policy(), { timeout: takesEffectWithinMs }).toBe('"key";q=1000;w=1');
});

test("only the admin token can raise a key's rate above that of all keys", async () => {
  const { apiKey, owner } = workspace;
  const more = { apiKey, limits: { requestsPerSecond: 2_000 } };

  const refused = await owner.post(update, more);
  await operatorOf(workspace).data(update, more);

  expect([refused.status, refused.body.error.status]).toEqual([400, "INVALID_ARGUMENT"]);
  await expect.poll(() => policy(), { timeout: takesEffectWithinMs }).toBe('"key";q=2000;w=1');
  const [listed] = await owner.data("/v2/workspace/apikeys/get", {});
  expect(listed.limits).toMatchObject({ requestsPerSecond: null, maxRequestsPerSecond: 2_000, documents: null, maxDocuments: null });
  expect((await owner.post(update, { apiKey })).body.error.message).toBe("data needs apiKeyName or limits.");
});

const acme = { organizationId: "acme" };
const plan = { ...acme, documentId: "plan" };
const ann = { userId: "ann", name: "Ann" };

/** How rows of a kind are added by their ids, and the result of each. */
const rows: Readonly<Record<RowLimitName, (ids: readonly string[]) => readonly [path: string, data: object]>> = {
  documents: (ids) => ["/v2/organizations/documents/add", { ...acme, documents: ids.map((documentId) => ({ documentId })) }],
  users: (ids) => ["/v2/users/add", { ...acme, users: ids.map((userId) => ({ userId, name: userId })) }],
  annotations: (ids) => [
    "/v2/commentannotations/add",
    { ...plan, commentAnnotations: ids.map((annotationId) => ({ annotationId, commentData: [{ from: ann, commentText: "Hello." }] })) },
  ],
  comments: (ids) => [
    "/v2/commentannotations/comments/add",
    { ...plan, annotationId: "thread", commentData: ids.map((commentId) => ({ commentId, from: ann, commentText: "Hello." })) },
  ],
};

/** A workspace whose key has one document, one user, one annotation and one comment. */
async function withOneOfEach(): Promise<Workspace> {
  const made = await createWorkspace(parley.url, parley.adminToken);
  const { customer } = made;
  await customer.data("/v2/organizations/add", { organizations: [acme] });
  await customer.data(...rows.documents(["plan"]));
  await customer.data(...rows.users(["ann"]));
  await customer.data(...rows.annotations(["thread"]));
  return made;
}

test.each(rowLimitNames)("a key is limited in %s, other keys have their own limits, and existing rows are not refused", async (name) => {
  const limited = await withOneOfEach();
  const other = await withOneOfEach();
  const add = async ({ customer }: Workspace, ...ids: string[]) => {
    const { body } = await customer.post(...rows[name](ids));
    // Comments are answered as a list of ids, with the outcome of each next to it.
    const result: Record<string, { success: boolean; code?: string; message: string }> = body.result.items ?? body.result.data;
    return ids.map((id) => (result[id]?.success ? "ok" : `${result[id]?.code}: ${result[id]?.message}`));
  };
  const refused = (most: number) => `quota_reached: The ${name.slice(0, -1)} quota of this API key (${most}) is reached.`;

  await limit(limited, { [name]: 3 });
  expect(await add(limited, "a", "b", "c")).toEqual(["ok", "ok", expect.stringContaining(refused(3))]);
  await limit(limited, { [name]: 2 });
  expect(await add(limited, "c", "a")).toEqual([expect.stringContaining(refused(2)), "ok"]);
  expect(await add(other, "a", "b", "c")).toEqual(["ok", "ok", "ok"]);

  await limit(limited, { [name]: null });
  expect(await add(limited, "c")).toEqual(["ok"]);
});

test("the operator can raise or lower a key's maximum of users relative to that of all keys", async () => {
  const limited = await withOneOfEach();
  const { apiKey, owner, customer } = limited;
  const codes = async (...ids: string[]) =>
    Object.values<{ code?: string }>(await customer.data(...rows.users(ids))).map(({ code }) => code ?? "ok");
  expect(await codes("a", "b", "c", "d")).toEqual(["ok", "ok", "ok", "quota_reached"]);
  expect((await owner.post(update, { apiKey, limits: { users: 5 } })).body.error).toMatchObject({
    status: "INVALID_ARGUMENT",
    message: "limits.users must be at most 4: only the operator of this installation lets an API key have more.",
  });

  await operatorOf(limited).data(update, { apiKey, limits: { users: 5 } });
  await limit(limited, {});
  expect(await codes("d", "e")).toEqual(["ok", "quota_reached"]);

  await operatorOf(limited).data(update, { apiKey, limits: { users: 3 } });
  await limit(limited, {});
  expect(await codes("e", "a")).toEqual(["quota_reached", "ok"]);
});

test("a document created along with something else is also refused, and the request has no effect", async () => {
  const limited = await withOneOfEach();
  await limit(limited, { documents: 1 });

  const { status, body } = await limited.customer.post("/v2/users/add", {
    ...acme,
    documentId: "another",
    createDocument: true,
    users: [{ userId: "bob", name: "Bob" }],
  });

  expect([status, body.error.status, body.error.message]).toEqual([
    429,
    "RESOURCE_EXHAUSTED",
    "The document quota of this API key (1) is reached.",
  ]);
  expect(Object.keys(await limited.customer.data("/v2/users/get", acme))).toHaveLength(1);
});

test("a key is limited in streams; lowering the limit ends none, and other keys have their own limits", async () => {
  const limited = await withOneOfEach();
  const other = await withOneOfEach();
  await limit(limited, { streams: 2 });
  const open = ({ customer }: Workspace) => ChangesReader.open(customer, {});

  using first = await open(limited);
  using second = await open(limited);
  using third = await open(limited);
  expect(await third.refusal()).toMatchObject({
    status: 429,
    error: {
      status: "RESOURCE_EXHAUSTED",
      message: `${limited.apiKey} has as many streams running as one gateway allows. Try again.`,
    },
  });
  await limit(limited, { streams: 1 });
  using fourth = await open(limited);
  const ofOther = await Promise.all([1, 2, 3].map(() => open(other)));
  for (const reader of ofOther) reader[Symbol.dispose]();
  expect([fourth.status, ofOther.map(({ status }) => status), first.ended, second.ended]).toEqual([
    429,
    [200, 200, 200],
    undefined,
    undefined,
  ]);

  first[Symbol.dispose]();
  second[Symbol.dispose]();
  await until(async () => {
    using again = await open(limited);
    return again.status === 200;
  });
});

test("a key is limited in webhook endpoints, effective at once", async () => {
  const { apiKey, owner, customer } = await createWorkspace(parley.url, parley.adminToken);
  const create = () => customer.post("/v2/workspace/advancedwebhook/endpoints/create", { url: "https://example.com/hook" });
  await owner.data(update, { apiKey, limits: { webhookEndpoints: 1 } });

  const first = await create();
  const second = await create();

  expect([first.status, second.status, second.body.error.status]).toEqual([200, 429, "RESOURCE_EXHAUSTED"]);
  expect(second.body.error.message).toBe(`The API key ${apiKey} has 1 webhook endpoints and may have 1; delete one first.`);
  await owner.data(update, { apiKey, limits: { webhookEndpoints: null } });
  expect((await create()).status).toBe(200);
  expect((await owner.post(update, { apiKey, limits: { webhookEndpoints: 51 } })).status).toBe(400);
});

test("additions by a session of the console are also subject to the limits of the key", async () => {
  const limited = await withOneOfEach();
  const { sessionOf, call } = consolePage(() => ({ url: parley.url, workspace: limited }));
  const cookie = await sessionOf("act");
  const add = async (id: string) => {
    const { body } = await call(...rows.documents([id]), cookie);
    return body.result.data[id].code ?? "ok";
  };
  await limit(limited, { documents: 2 });
  await limited.customer.data(...rows.documents(["another"]));

  expect([await add("third"), await add("another")]).toEqual(["quota_reached", "ok"]);
});
