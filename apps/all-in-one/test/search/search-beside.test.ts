import { withConstants } from "@parley/runtime";
import { type OwnPostgres, ownPostgres, until } from "@parley/testing";
import { request } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";

// Two customers share one process: one searches long comments, and the other sends small requests.

const place = { organizationId: "acme", documentId: "welcome" };
const searches = 60;

let server: OwnPostgres;
let parley: Parley;
let searching: Workspace;
let other: Workspace;

beforeAll(async () => {
  server = await ownPostgres();
  parley = await startParley("all-in-one", { PARLEY_DATABASE_URL: await server.start(), ...withConstants({ searchKeysMs: 600_000 }) });
  [searching, other] = [await createWorkspace(parley.url, parley.adminToken), await createWorkspace(parley.url, parley.adminToken)];
  const { customer } = searching;
  await customer.data("/v2/organizations/documents/add", {
    organizationId: "acme",
    documents: [{ documentId: "welcome" }],
    createOrganization: true,
  });
  // Every comment has both words, and the last one at its end.
  const text = `common ${Array.from({ length: 1_200 }, (_, index) => `mot${index % 300}é`).join(" ")} shared`;
  const commentData = Array.from({ length: 30 }, (_, index) => ({ commentId: `c${index}`, from: { userId: "alice" }, commentText: text }));
  await customer.data("/v2/commentannotations/add", { ...place, commentAnnotations: [{ annotationId: "a", commentData }] });
  await customer.data("/v2/workspace/apikeyconfig/update", { searchEnabled: true });
  await until(async () => (await customer.data("/v2/workspace/apikeyconfig/get", {})).searchIndex.state === "ready");
  expect(await customer.data("/v2/commentannotations/search", { organizationId: "acme", query: "common shared" })).not.toEqual([]);
}, 120_000);

afterAll(async () => {
  await parley?.stop();
  await server?.[Symbol.asyncDispose]();
});

/** Sends a search and reads its response without parsing it, which would take the time of the process that serves. */
async function search(): Promise<number> {
  const { statusCode, body } = await request(`${parley.url}/v2/commentannotations/search`, {
    method: "POST",
    headers: { "content-type": "application/json", ...searching.customer.credentials },
    body: JSON.stringify({ data: { organizationId: "acme", query: "common shared" } }),
  });
  await body.dump({ limit: 1e9 });
  return statusCode;
}

test("while sixty searches of one key run, no request of another key waits for more than eight of them, and none is refused", async () => {
  let ended = 0;
  const all = Array.from({ length: searches }, () => search().finally(() => ended++));

  // The searching key was alone until now, and nothing held its searches back.
  await Promise.race(all);
  const waitedFor: number[] = [];
  while (ended < searches) {
    const before = ended;
    await other.customer.data("/v2/organizations/get", {});
    waitedFor.push(ended - before);
  }

  expect(Math.max(...waitedFor)).toBeLessThanOrEqual(8);
  expect(await Promise.all(all)).toEqual(all.map(() => 200));
}, 60_000);
