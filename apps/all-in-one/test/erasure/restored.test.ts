import { randomBytes } from "node:crypto";
import { activityModule } from "@parley/activity/module";
import { type Module, runCommandLine, withConstants } from "@parley/runtime";
import { freshDatabase, querySql, testEnvironment, until } from "@parley/testing";
import { kafkaForTests } from "@parley/testing/kafka";
import { afterAll, beforeAll, expect, test } from "vitest";
import { modules } from "../../src/modules.ts";
import { type Customer, createWorkspace, type Workspace } from "../support/customer.ts";
import { rowsWith, tellsOfRemoval } from "../support/erasure-catalog.ts";
import { type Parley, startParley } from "../support/parley.ts";

const brokers = await kafkaForTests();
const patienceMs = 60_000;
// The objects that are removed after the backup, and those that are not.
const user = "gone-user-r1";
const organization = "gone-organization-r1";
const document = "gone-document-r1";
const inFolder = "gone-in-folder-r1";
const ofKey = "gone-of-key-r1";
const gone = [user, organization, document, inFolder, "gone-folder-r1", ofKey];
const kept = "kept-r1";

let environment: Record<string, string>;
/** The databases, of activity and of the other services, and their contents at the time of the backup. */
let databases: { readonly activity: string; readonly others: string };
let backups: { readonly activity: string; readonly others: string };
let since: string;
let parley: Parley | undefined;

beforeAll(async () => {
  if (brokers === undefined) return;
  databases = { activity: await freshDatabase(), others: await freshDatabase() };
  environment = testEnvironment(databases.others, {
    PARLEY_ACTIVITY_DATABASE_URL: databases.activity,
    PARLEY_KAFKA_BROKERS: brokers,
    PARLEY_KAFKA_PREFIX: `test-${randomBytes(4).toString("hex")}.`,
    PARLEY_EMBEDDED_BUS: "false",
    PARLEY_TOPIC_PARTITIONS: "1",
    PARLEY_ERASURE_LEASE_MS: "1000",
    ...withConstants({ erasureApiKeyWaitMs: 500 }),
  });
  await run(modules, "create-topics");
  await start();
  const workspace = await newWorkspace();
  const closed = await newWorkspace();
  await seed(workspace.customer);
  await seedKey(closed.customer);
  await stop();
  backups = { activity: await copyOf(databases.activity), others: await copyOf(databases.others) };
  since = new Date().toISOString();
  const { url } = await start();
  for (const caller of [workspace.customer, closed.owner]) Object.assign(caller, { url });
  await remove(workspace.customer);
  await closed.owner.data("/v2/workspace/apikey/delete", { apiKey: closed.apiKey });
  await until(async () => (await traces()).length === 0, patienceMs);
  await stop();
}, 180_000);

afterAll(() => stop());

test.skipIf(brokers === undefined)(
  "after the restore of one service's database, data removed since the backup is removed again",
  async () => {
    await restore("activity");
    const restored = await leftIn(databases.activity, [user, organization, document, ofKey]);

    const told = await run([activityModule], "repeat-removals");
    await start();

    await until(async () => (await leftIn(databases.activity, [user, organization, document, ofKey])).length === 0, patienceMs);
    await stop();
    expect(restored.length).toBeGreaterThan(0);
    expect(told).toMatch(/activity gets [1-9]\d* events of .*erasure\.requests\.v1 again when it starts\./);
    expect(await rowsWith(databases.activity, [kept])).not.toEqual([]);
  },
  180_000,
);

test.skipIf(brokers === undefined)(
  "after the restore of all databases, data removed since the backup is hidden and removed again, and other data is kept",
  async () => {
    await Promise.all([restore("activity"), restore("others")]);
    const restored = await traces();

    await Promise.all(modules.filter(({ commands }) => commands?.["repeat-removals"]).map((module) => run([module], "repeat-removals")));
    await start();

    await until(async () => (await traces()).length === 0, patienceMs);
    expect(restored.length).toBeGreaterThan(gone.length);
    expect(await rowsWith(databases.activity, [kept])).not.toEqual([]);
    expect(await rowsWith(databases.others, [kept])).not.toEqual([]);
    await stop();
  },
  180_000,
);

async function start(): Promise<Parley> {
  parley = await startParley("all-in-one", environment);
  return parley;
}

function newWorkspace(): Promise<Workspace> {
  if (parley === undefined) throw new Error("Nothing runs.");
  return createWorkspace(parley.url, parley.adminToken);
}

async function stop(): Promise<void> {
  await parley?.stop();
  parley = undefined;
}

async function seed(customer: Customer): Promise<void> {
  for (const organizationId of ["acme", organization]) {
    await customer.data("/v2/organizations/add", { organizations: [{ organizationId }] });
    await customer.data("/v2/users/add", { organizationId, users: [{ userId: user, name: user }, { userId: kept }] });
  }
  await customer.data("/v2/organizations/folders/add", { organizationId: "acme", folders: [{ folderId: "gone-folder-r1" }] });
  const documents = [{ documentId: kept }, { documentId: document }, { documentId: inFolder, folderId: "gone-folder-r1" }];
  await customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents });
  await customer.data("/v2/organizations/documents/add", { organizationId: organization, documents: [{ documentId: "other" }] });
  for (const [organizationId, documentId, author] of [
    ["acme", kept, user],
    ["acme", kept, kept],
    ["acme", document, kept],
    ["acme", inFolder, kept],
    [organization, "other", kept],
  ] as const) {
    const commentData = [{ commentId: `c-${author}`, commentText: `${documentId} by ${author}`, from: { userId: author } }];
    await customer.data("/v2/commentannotations/add", {
      organizationId,
      documentId,
      commentAnnotations: [{ annotationId: author, commentData }],
    });
  }
}

/** Data that is removed with its API key. */
async function seedKey(customer: Customer): Promise<void> {
  await customer.data("/v2/organizations/add", { organizations: [{ organizationId: ofKey }] });
  await customer.data("/v2/organizations/documents/add", { organizationId: ofKey, documents: [{ documentId: ofKey }] });
  await customer.data("/v2/users/add", { organizationId: ofKey, users: [{ userId: ofKey, name: ofKey }] });
  const commentData = [{ commentId: "c", commentText: ofKey, from: { userId: ofKey } }];
  await customer.data("/v2/commentannotations/add", {
    organizationId: ofKey,
    documentId: ofKey,
    commentAnnotations: [{ annotationId: "a", commentData }],
  });
}

async function remove(customer: Customer): Promise<void> {
  await customer.data("/v2/users/data/delete", { userIds: [user] });
  await customer.data("/v2/organizations/delete", { organizationIds: [organization] });
  await customer.data("/v2/organizations/documents/delete", { organizationId: "acme", documentIds: [document] });
  const folder = await customer.post("/v2/organizations/folders/delete", { organizationId: "acme", folderId: "gone-folder-r1" });
  expect(folder.status).toBe(200);
}

async function traces(): Promise<string[]> {
  return (await Promise.all(Object.values(databases).map((database) => leftIn(database, gone)))).flat();
}

async function leftIn(database: string, texts: readonly string[]): Promise<string[]> {
  return (await rowsWith(database, texts)).filter((row) => !tellsOfRemoval(row));
}

/** A copy of a database without connections. */
async function copyOf(url: string): Promise<string> {
  const copy = await freshDatabase();
  await replace(copy, url);
  return copy;
}

async function restore(which: "activity" | "others"): Promise<void> {
  await replace(databases[which], backups[which]);
}

async function replace(target: string, source: string): Promise<void> {
  const [to, from] = [target, source].map((url) => new URL(url).pathname.slice(1));
  const server = Object.assign(new URL(target), { pathname: "/postgres" }).href;
  await querySql(server, `drop database ${to} with (force)`);
  await querySql(server, `create database ${to} template ${from}`);
}

function run(of: readonly Module[], command: string): Promise<string> {
  return runCommandLine(of, [command], { ...environment, ...(since === undefined ? {} : { PARLEY_REPEAT_SINCE: since }) });
}
