import { meOperations } from "@parley/gateway/operations";
import { until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ChangesReader } from "../support/changes-reader.ts";
import { type Customer, createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { addPlaces, inDocument, inOrganization, userToken, visitor } from "./visitor.ts";

let parley: Parley;
let workspace: Workspace;
const place = { organizationId: "acme", documentId: "welcome" };
const path = "/v2/me/changes/stream";

beforeAll(async () => {
  parley = await startParley("all-in-one", {
    PARLEY_MAX_REQUESTS_PER_SECOND_PER_USER: "20",
    PARLEY_MAX_STREAMS_PER_USER: "2",
  });
  workspace = await createWorkspace(parley.url, parley.adminToken);
  await addPlaces(workspace);
});

afterAll(() => parley?.stop());

test("one page in a loop uses up its own user's rate, but neither that of others nor its API key's", async () => {
  const busy = visitor(workspace, await userToken(workspace, "busy", [inDocument("welcome", "viewer")]));
  const quiet = visitor(workspace, await userToken(workspace, "quiet", [inDocument("welcome", "viewer")]));
  const statuses = await Promise.all(Array.from({ length: 150 }, async () => (await busy.post("/v2/me/threads/get", place)).status));
  const refused = await until(async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => busy.post("/v2/me/threads/get", place)));
    // Refused by the rate, not because the user has too many requests running.
    return answers.find(({ status, headers }) => status === 429 && headers["ratelimit-policy"] !== undefined);
  });

  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect([refused.body.error.status, Number(refused.headers["retry-after"])]).toEqual(["RESOURCE_EXHAUSTED", 1]);
  expect(refused.headers["ratelimit-policy"]).toBe('"user";q=100;w=5');
  expect((await quiet.post("/v2/me/threads/get", place)).status).toBe(200);
  expect((await workspace.customer.post("/v2/commentannotations/get", place)).status).toBe(200);
});

test("a user has only so many streams, and they do not count as streams of the API key", async () => {
  const page = visitor(workspace, await userToken(workspace, "many", [inDocument("welcome", "viewer")]));
  using first = await ChangesReader.open(page, place, {}, { path });
  using second = await ChangesReader.open(page, place, {}, { path });
  using third = await ChangesReader.open(page, place, {}, { path });
  const others = await Promise.all(Array.from({ length: 10 }, () => ChangesReader.open(workspace.customer, {})));
  const statuses = [first, second, third].map(({ status }) => status);
  const own = others.map(({ status }) => status);
  for (const reader of others) reader[Symbol.dispose]();

  expect(statuses).toEqual([200, 200, 429]);
  expect(new Set(own)).toEqual(new Set([200]));
});

test("an idempotency key of one user means nothing to another user", async () => {
  const add = async (page: Customer, commentText: string) =>
    page.post("/v2/me/threads/add", { ...place, commentAnnotations: [{ commentData: [{ commentText }] }] }, { "idempotency-key": "same" });
  const vera = visitor(workspace, await userToken(workspace, "vera", [inDocument("welcome", "commenter")]));
  const otto = visitor(workspace, await userToken(workspace, "otto", [inDocument("welcome", "commenter")]));
  const first = await add(vera, "Once.");
  const again = await add(vera, "Once.");
  const other = await add(otto, "Mine.");

  expect([again.headers["idempotent-replayed"], again.body]).toEqual(["true", first.body]);
  expect([other.status, other.headers["idempotent-replayed"]]).toEqual([200, undefined]);
});

test("operations for users have no path of another version, accept only POST, and include no search", async () => {
  const page = visitor(workspace, await userToken(workspace, "vera", [inOrganization("acme", "editor")]));
  for (const operation of meOperations) {
    expect((await page.post(operation.path.replace("/v2/", "/v1/"), {})).status).toBe(404);
    expect((await page.send(operation.path, undefined, { method: "GET", headers: page.credentials })).status).toBe(405);
  }
  for (const unknown of ["/v2/me/search", "/v2/me/commentannotations/search", "/v2/me/activities/get"])
    expect((await page.post(unknown, {})).status).toBe(404);
});
