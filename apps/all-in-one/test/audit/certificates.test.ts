import { auditKeySet, type RemovalCertificate, readCheckpoint, readRemovalCertificate, subjectHashOf } from "@parley/audit";
import { withConstants } from "@parley/runtime";
import { querySql, until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { type Parley, startParley } from "../support/parley.ts";
import { plantEverything } from "../support/planted-removals.ts";
import { Receiver } from "../support/receiver.ts";

let parley: Parley;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  parley = await startParley("all-in-one", {
    PARLEY_BACKUP_RETENTION_DAYS: "30",
    PARLEY_AUDIT_RETENTION_DAYS: "400",
    ...withConstants({ erasureApiKeyWaitMs: 200 }),
    PARLEY_WEBHOOK_ALLOW_HTTP: "true",
    PARLEY_EGRESS_ALLOW: "127.0.0.0/8",
  });
});

afterAll(async () => {
  await parley?.stop();
  await receiver?.stop();
});

const dayMs = 86_400_000;
const path = "/v2/workspace/removals/certificate/get";

interface Certified {
  readonly jws: string;
  readonly salt: string;
  readonly certificate: RemovalCertificate;
}

const keys = async () => auditKeySet.parse(await (await fetch(`${parley.url}/.well-known/jwks.json`)).json());

/** The certificate of a removal as soon as it exists, with its signature verified. */
async function certified({ owner }: Workspace, jobId: string): Promise<Certified> {
  await until(async () => (await owner.post(path, { jobId })).status === 200, 40_000);
  const { certificate: jws, salt } = await owner.data(path, { jobId });
  const read = await readRemovalCertificate(jws, await keys());
  if ("problem" in read) throw new Error(`The certificate is ${read.problem}.`);
  return { jws, salt, certificate: read.certificate };
}

const rowsOf = ({ collections }: RemovalCertificate) =>
  Object.fromEntries(collections.flatMap(({ service, collection, rows }) => (rows === 0 ? [] : [[`${service}/${collection}`, rows]])));

test("the certificate of a user's removal names the removed data, places where copies may remain, and the act of the audit log that requested it", async () => {
  const workspace = await plantEverything(parley);
  const { jobId } = await workspace.customer.data("/v2/users/data/delete", { userIds: ["ada"] });

  const { jws, salt, certificate } = await certified(workspace, jobId);

  expect(rowsOf(certificate)).toMatchObject({
    "users/profiles": 1,
    "users/memberships": 4,
    "users/groups": 1,
    "activity/recordings": 3,
    "notifications/notifications": 12,
  });
  expect(certificate).toMatchObject({ issuer: "parley", jobId, kind: "user", subjects: [subjectHashOf(salt, "user:ada")] });
  const { requestedAt, completedAt, secondLookAt, collections } = certificate;
  expect(requestedAt).toBeLessThanOrEqual(secondLookAt);
  expect(secondLookAt).toBeLessThanOrEqual(completedAt);
  for (const { doneAt } of collections) expect(doneAt).toBeGreaterThanOrEqual(requestedAt);
  // Without Kafka the certificate does not list it.
  expect(certificate.notCovered).toEqual([
    { what: "backups", until: completedAt + 30 * dayMs },
    { what: "webhookEndpoints", until: null },
    { what: "mails", until: null },
    { what: "freeTexts", until: null },
  ]);
  const [record] = await workspace.owner.data("/v2/workspace/audit/get", { actions: ["users.deleteData"] });
  expect(certificate.auditRecordId).toBe(record.recordId);
  const checkpoint = await readCheckpoint(certificate.auditCheckpoint, await keys());
  expect(checkpoint).toMatchObject({ checkpoint: { workspaceId: workspace.workspaceId } });
  expect("checkpoint" in checkpoint && checkpoint.checkpoint.sequence).toBeGreaterThanOrEqual(record.sequence);
  const stored = await querySql<{ text: string }>(parley.databaseUrl, "select t::text as text from workspace.removal_certificates t");
  const payload = Buffer.from(jws.split(".")[1] ?? "", "base64url").toString("utf8");
  expect(JSON.stringify(stored) + payload).not.toMatch(/\bada\b|Name of ada/);
});

test("the certificate of a place names it by hashes, and counts the rows removed by the deletion itself", async () => {
  const workspace = await plantEverything(parley);
  await workspace.customer.data("/v2/organizations/documents/delete", { organizationId: "acme", documentIds: ["beside"] });
  const [{ jobId }] = await workspace.customer.data("/v2/workspace/removals/get", {});

  const { salt, certificate } = await certified(workspace, jobId);

  expect(certificate.subjects).toEqual(["organization:acme", "document:beside"].map((subject) => subjectHashOf(salt, subject)));
  expect(rowsOf(certificate)).toMatchObject({ "directory/places": 3, "activity/recordings": 1, "users/memberships": 1 });
  expect(certificate.notCovered).toContainEqual({ what: "auditLog", until: certificate.completedAt + 400 * dayMs });
});

test("a certificate covers the record of an act that waited for its removal", async () => {
  const workspace = await plantEverything(parley);
  const { apiKey, authToken } = workspace;
  await workspace.customer.data("/v1/organizations/documents/locations/data/delete", {
    apiKey,
    authToken,
    organizationId: "acme",
    documentId: "beside",
    location: { id: "page" },
  });
  const [{ jobId }] = await workspace.customer.data("/v2/workspace/removals/get", {});

  const { certificate } = await certified(workspace, jobId);

  const records = await workspace.owner.data("/v2/workspace/audit/get", {});
  const record = records.find(({ recordId }: { recordId: string }) => recordId === certificate.auditRecordId);
  const checkpoint = await readCheckpoint(certificate.auditCheckpoint, await keys());
  expect("checkpoint" in checkpoint && checkpoint.checkpoint.sequence).toBeGreaterThanOrEqual(record.sequence);
});

test("the certificate of an API key is available after the key is deleted, only to its own workspace", async () => {
  const workspace = await plantEverything(parley);
  const other = await createWorkspace(parley.url, parley.adminToken);
  const { jobId } = await workspace.owner.data("/v2/workspace/apikey/delete", { apiKey: workspace.apiKey });
  const early = await workspace.owner.post(path, { jobId });

  const { salt, certificate } = await certified(workspace, jobId);

  expect(early.status).toBe(404);
  expect(certificate).toMatchObject({ kind: "apiKey", subjects: [subjectHashOf(salt, `api-key:${workspace.apiKey}`)] });
  expect(rowsOf(certificate)["activity/rows"]).toBeGreaterThan(20);
  expect((await other.owner.post(path, { jobId })).status).toBe(404);
  expect((await other.owner.post(path, { jobId: "job_unknown" })).body.error.status).toBe("NOT_FOUND");
});

test("the record of a removal is delivered even if its key is deleted first", async () => {
  const workspace = await plantEverything(parley);
  const { apiKey, workspaceId } = workspace;
  const record = {
    apiKeyId: apiKey,
    jobId: "job_waiting",
    kind: "user",
    requestedAtMs: 1,
    completedAtMs: Date.now(),
    secondLookAtMs: 0,
    auditRecord: `${workspaceId}/record`,
    salt: "salt",
    subjects: [],
    collections: [],
  };
  // Simulates work that was postponed because the workspace service was unavailable.
  await querySql(
    parley.databaseUrl,
    `insert into users.work (api_key_id, kind, dedupe_key, payload, state, due_at_ms)
     select $1, 'erasure-record', 'job_waiting', $2, 'scheduled', (extract(epoch from now()) * 1000)::bigint + 3600000`,
    [apiKey, JSON.stringify(record)],
  );

  const { jobId } = await workspace.owner.data("/v2/workspace/apikey/delete", { apiKey });
  await certified(workspace, jobId);
  await querySql(parley.databaseUrl, "update users.work set due_at_ms = 0 where dedupe_key = 'job_waiting'");

  const { certificate } = await certified(workspace, "job_waiting");
  expect(certificate).toMatchObject({ jobId: "job_waiting", auditRecordId: "record" });
});

test("endpoints that subscribe to the event are notified of a completed removal without its subjects; others are not notified", async () => {
  const workspace = await plantEverything(parley);
  const at = (uid: string, filterTypes?: string[]) =>
    workspace.customer.data("/v2/workspace/advancedwebhook/endpoints/create", {
      uid,
      url: receiver.url(`/${uid}`),
      payload: "thin",
      ...(filterTypes !== undefined && { filterTypes }),
    });
  await at("told", ["removal.complete"]);
  await at("not-told");

  const { jobId } = await workspace.customer.data("/v2/users/data/delete", { userIds: ["ada"] });

  const { certificate } = await certified(workspace, jobId);
  await until(() => receiver.at("/told").length > 0, 20_000);
  const { requestedAt, completedAt } = certificate;
  expect(receiver.at("/told")).toMatchObject([
    { event: "removal.complete", removal: { jobId, kind: "user", requestedAt, completedAt }, metadata: { apiKey: workspace.apiKey } },
  ]);
  expect(receiver.at("/not-told")).toEqual([]);
});
