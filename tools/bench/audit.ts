import { randomUUID } from "node:crypto";
import type { Client } from "@connectrpc/connect";
import {
  type AuditRecord,
  AuditVerification,
  beginningOf,
  hashOf,
  keySetOf,
  personalHashOf,
  publicPartOf,
  readCheckpoint,
  signCheckpoint,
  signingKey,
} from "@parley/audit";
import { AuditActorType, AuditOutcome, WorkspaceService } from "@parley/contracts/workspace";
import { createRpcClient } from "@parley/rpc";
import { startInstallation } from "../installation/installation.ts";
import { quantile } from "./figures.ts";

const acts = 2_000;
const atOnce = 200;
const records = 1_000_000;

/**
 * Measures the audit log: an intent and an outcome for each act, in its own process with a Postgres that waits for the disk; two hundred
 * concurrent acts in one workspace, and in as many workspaces; and the verification of a million records.
 */
export async function benchAudit(): Promise<void> {
  await using installation = await startInstallation({ shape: ["workspace"], durable: true });
  const client = createRpcClient(WorkspaceService, installation.transport("workspace"));
  const workspaces = await Promise.all(Array.from({ length: atOnce }, () => newWorkspace(client)));
  const [one = ""] = workspaces;
  for (let count = 0; count < 200; count++) await act(client, one);

  const alone: number[] = [];
  for (let count = 0; count < acts; count++) alone.push(await act(client, one));
  tell("an act, alone", alone);
  const [together, apart]: [number[], number[]] = [[], []];
  for (let round = 0; round < 10; round++) {
    together.push(...(await Promise.all(workspaces.map(() => act(client, one)))));
    apart.push(...(await Promise.all(workspaces.map((workspaceId) => act(client, workspaceId)))));
  }
  tell(`${atOnce} at once, of one workspace`, together);
  tell(`${atOnce} at once, in as many workspaces`, apart);
  await verifyMany();
}

async function newWorkspace(client: Client<typeof WorkspaceService>): Promise<string> {
  return (await client.createWorkspace({ ownerEmail: "bench@example.com" })).workspace?.workspaceId ?? "";
}

/** Records an act without work of its own; returns the milliseconds. */
async function act(client: Client<typeof WorkspaceService>, workspaceId: string): Promise<number> {
  const recordId = randomUUID();
  const beganAtMs = performance.now();
  await client.beginAuditRecord({
    workspaceId,
    recordId,
    action: "apiKeys.update",
    actorType: AuditActorType.TOKEN,
    actorId: "t1",
    apiKeyId: "pk_test_bench",
    ip: "192.0.2.7",
    userAgent: "bench",
    requestId: recordId,
    changes: ["apiKeyName"],
    targets: [{ type: "apiKey", id: "pk_test_bench" }],
  });
  await client.finishAuditRecord({ workspaceId, recordId, outcome: AuditOutcome.SUCCESS });
  return performance.now() - beganAtMs;
}

function tell(what: string, ms: readonly number[]): void {
  const [p50, p99] = [quantile(ms, 0.5), quantile(ms, 0.99)];
  console.log(`${what}: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`);
}

async function verifyMany(): Promise<void> {
  const lines = linesOf(records);
  const last = JSON.parse(lines.at(-1) ?? "") as AuditRecord;
  const key = signingKey("bench", Buffer.alloc(32, 7));
  const checkpoint = { workspaceId: last.workspaceId, sequence: records, hash: last.hash, firstSequence: 1, at: Date.now() };
  const read = await readCheckpoint(await signCheckpoint(checkpoint, key), keySetOf({ signing: [key], retired: [] }));

  const beganAtMs = performance.now();
  const verification = new AuditVerification({ checkpoints: [read], nowMs: Date.now(), maxAgeMs: undefined });
  for (const line of lines) verification.add(line);
  const { findingsCount } = verification.finish();
  const seconds = (performance.now() - beganAtMs) / 1_000;

  console.log(`verifying ${records.toLocaleString("en")} records: ${seconds.toFixed(1)} s, ${findingsCount} findings`);
}

function linesOf(count: number): string[] {
  const workspaceId = "ws_bench";
  const who = { name: "Deployment", ip: "192.0.2.7", userAgent: "curl/8.9.1" };
  const personal = { hash: personalHashOf("salt", who), salt: "salt" };
  const lines: string[] = [];
  let previousHash = beginningOf(workspaceId);
  for (let sequence = 1; sequence <= count; sequence++) {
    const record: AuditRecord = {
      version: 1,
      workspaceId,
      recordId: `record-${sequence}`,
      sequence,
      occurredAt: sequence,
      action: "apiKeys.update",
      actor: { type: "token", id: "t1", name: who.name },
      targets: [{ type: "apiKey", id: "pk_test_bench" }],
      apiKey: "pk_test_bench",
      context: { ip: who.ip, userAgent: who.userAgent, requestId: `request-${sequence}` },
      outcome: "success",
      changes: ["apiKeyName"],
      personal,
      previousHash,
      hash: "",
    };
    previousHash = hashOf(publicPartOf(record));
    lines.push(JSON.stringify({ ...record, hash: previousHash }));
  }
  return lines;
}
