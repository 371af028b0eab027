import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type OwnPostgres, ownPostgres, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Customer, createWorkspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { fencesOf } from "./fences.ts";
import { Program } from "./program.ts";
import { runtimes } from "./programs.ts";

let server: OwnPostgres;
let parley: Parley;
let folder: string;
let customer: Customer;
let environment: Record<string, string>;

beforeAll(async () => {
  // Uses a server of its own, because transactions of other tests on a shared one would delay the feed.
  server = await ownPostgres();
  parley = await startParley("all-in-one", { PARLEY_DATABASE_URL: await server.start() });
  folder = await mkdtemp(join(tmpdir(), "parley-copy-"));
  const made = await createWorkspace(parley.url, parley.adminToken);
  customer = made.customer;
  const { "x-svc-api-key": apiKey = "", "x-svc-auth-token": authToken = "" } = customer.credentials;
  environment = { PARLEY_BASE_URL: parley.url, PARLEY_API_KEY: apiKey, PARLEY_AUTH_TOKEN: authToken };
  await customer.data("/v2/organizations/documents/add", {
    organizationId: "acme",
    documents: [{ documentId: "welcome" }],
    createOrganization: true,
  });
  await customer.data("/v2/users/add", { organizationId: "acme", users: [{ userId: "one-who-goes" }] });
}, 120_000);

afterAll(async () => {
  await parley?.stop();
  await server?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test("the guide's copy of all threads survives kills, and follows removals", { timeout: 120_000 }, async () => {
  const fence = (await fencesOf("libs/customers.md")).find(({ language, tag }) => language === "js" && tag === "copy");
  const [, , start] = runtimes[0] ?? [];
  const file = join(folder, "copy.db");
  const begin = async () =>
    new Program(start?.(fence?.body ?? "", await mkdtemp(join(folder, "copy-")), { ...environment, COPY: file }) as ChildProcess);
  const add = (annotationId: string, userId = "alice") =>
    customer.data("/v2/commentannotations/add", {
      organizationId: "acme",
      documentId: "welcome",
      commentAnnotations: [{ annotationId, commentData: [{ from: { userId }, commentText: "Copied." }] }],
    });
  const copied = () => {
    const copy = new DatabaseSync(file, { timeout: 5_000 });
    const rows = copy.prepare("select id, thread from threads order by id").all() as { id: string; thread: string }[];
    copy.close();
    return rows;
  };
  const stored = async () => {
    const threads = (await customer.data("/v2/commentannotations/get", { organizationId: "acme", pageSize: 1_000 })) as Thread[];
    return threads.map(({ annotationId }) => annotationId).sort();
  };
  const isWhole = async () => JSON.stringify(copied().map(({ id }) => id)) === JSON.stringify(await stored());

  await add("before");
  const first = await begin();
  await until(() => first.printed().includes("changes"), 30_000);
  await first.kill();
  await add("while-nobody-copied");
  const second = await begin();
  const adding = Promise.all(Array.from({ length: 20 }, (_, index) => add(`during-${index}`)));
  await second.kill();
  await adding;
  const third = await begin();
  await until(isWhole, 30_000);

  await add("of-one-who-goes", "one-who-goes");
  await until(isWhole, 30_000);
  await customer.data("/v2/users/data/delete", { userIds: ["one-who-goes"] });
  await until(async () => (await isWhole()) && !JSON.stringify(copied()).includes('one-who-goes"'), 60_000);
  await third.kill();
  expect(copied().map(({ id }) => id)).toContain("during-19");
});

interface Thread {
  readonly annotationId: string;
}
