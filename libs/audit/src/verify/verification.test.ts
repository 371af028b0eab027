import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { type Checkpoint, readCheckpoint, signCheckpoint } from "../checkpoint.ts";
import { type AuditKeySet, type AuditKeys, keySetOf, publicBytesOf, signingKey } from "../keys.ts";
import { type AuditRecord, beginningOf, hashOf, personalHashOf, personHashOf, publicPartOf } from "../record.ts";
import { AuditVerification } from "./verification.ts";

const startMs = Date.UTC(2026, 0, 1);
const nowMs = startMs + 3_600_000;
const key = signingKey("k1", randomBytes(32));
const keys = keySetOf({ signing: [key], retired: [] });

/** A chain of this many records, oldest first. */
function chainOf(count: number, workspaceId = "ws_1"): AuditRecord[] {
  const records: AuditRecord[] = [];
  for (let sequence = 1; sequence <= count; sequence++) {
    const who = { name: `person ${sequence}`, ip: "192.0.2.1", userAgent: "test" };
    records.push(
      sealed({
        version: 1,
        workspaceId,
        recordId: `r${sequence}`,
        sequence,
        occurredAt: startMs + sequence,
        action: "users.deleteData",
        actor: { type: "token", id: "t1", name: who.name },
        targets: [
          { type: "user", id: `u${sequence}`, personal: { hash: personHashOf("s", `u${sequence}`), salt: "s" } },
          { type: "removal", id: `job${sequence}` },
        ],
        apiKey: "pk_1",
        context: { ip: who.ip, userAgent: who.userAgent, requestId: `q${sequence}` },
        outcome: "success",
        changes: [],
        personal: { hash: personalHashOf("s", who), salt: "s" },
        previousHash: records.at(-1)?.hash ?? beginningOf(workspaceId),
        hash: "",
      }),
    );
  }
  return records;
}

/** The record with a recomputed hash, as an attacker who knows the format could make it. */
function sealed(record: AuditRecord): AuditRecord {
  return { ...record, hash: hashOf(publicPartOf(record)) };
}

/** The chain with all hashes recomputed from the changed record on, as an attacker could make it. */
function rehashed(records: readonly AuditRecord[]): AuditRecord[] {
  const again: AuditRecord[] = [];
  for (const record of records) again.push(sealed({ ...record, previousHash: again.at(-1)?.hash ?? record.previousHash }));
  return again;
}

function at(records: readonly AuditRecord[], index: number): AuditRecord {
  const record = records[index];
  if (record === undefined) throw new Error(`There is no record at ${index}.`);
  return record;
}

function checkpointOf(records: readonly AuditRecord[], change: Partial<Checkpoint> = {}, signer = key): Promise<string> {
  const { workspaceId, sequence, hash } = at(records, records.length - 1);
  return signCheckpoint({ workspaceId, sequence, hash, firstSequence: at(records, 0).sequence, at: nowMs, ...change }, signer);
}

interface Tried {
  readonly checkpoint?: string | readonly string[];
  readonly keySet?: AuditKeySet;
  readonly maxAgeMs?: number;
}

/** The findings about a file in the form of `parley audit export`, newest first. */
async function found(records: readonly AuditRecord[], { checkpoint = [], keySet = keys, maxAgeMs = 60_000 }: Tried) {
  const checkpoints = await Promise.all([checkpoint].flat().map((jws) => readCheckpoint(jws, keySet)));
  const verification = new AuditVerification({ checkpoints, nowMs, maxAgeMs });
  for (const record of records.toReversed()) verification.add(JSON.stringify(record));
  return verification.finish().findings.map(({ code, sequence }) => (sequence === undefined ? code : `${code} ${sequence}`));
}

test("an untouched log has no findings, in either order of its lines", async () => {
  const records = chainOf(20);
  const checkpoint = await checkpointOf(records);

  expect(await found(records, { checkpoint })).toEqual([]);
  expect(await found(records.toReversed(), { checkpoint })).toEqual([]);
});

test("a log whose oldest records were removed by retention verifies against a checkpoint that says so", async () => {
  const records = chainOf(20).slice(5);

  expect(await found(records, { checkpoint: await checkpointOf(records) })).toEqual([]);
  expect(await found(records.slice(1), { checkpoint: await checkpointOf(records) })).toEqual(["cut_head 6"]);
});

test("a changed record is found, even when its hash and all later ones were recomputed", async () => {
  const records = chainOf(20);
  const checkpoint = await checkpointOf(records);
  const changed = { ...at(records, 6), action: "nothing" };

  expect(await found(records.with(6, changed), { checkpoint })).toEqual(["changed 7"]);
  expect(await found(records.with(6, sealed(changed)), { checkpoint })).toEqual(["broken_link 8"]);
  expect(await found(rehashed(records.with(6, changed)), { checkpoint })).toEqual(["rewritten 20"]);
  expect(await found(records.with(6, { ...at(records, 6), outcome: "refused" }), { checkpoint })).toEqual(["changed 7"]);
});

test("a checkpoint from before a rewrite reveals it, and shows up to where the log can be trusted", async () => {
  const records = chainOf(20);
  const early = await checkpointOf(records.slice(0, 5));
  const middle = await checkpointOf(records.slice(0, 12));
  const forged = rehashed(records.with(6, { ...at(records, 6), action: "nothing" }));

  const findings = await found(forged, { checkpoint: [await checkpointOf(forged), early, middle] });

  expect(findings).toEqual(["rewritten 12"]);
});

test("a removed record is found, even when the others were renumbered", async () => {
  const records = chainOf(20);
  const checkpoint = await checkpointOf(records);
  const without = records.toSpliced(6, 1);
  const renumbered = rehashed(without.map((record, index) => ({ ...record, sequence: index + 1 })));

  expect(await found(without, { checkpoint })).toEqual(["missing 7"]);
  expect(await found(renumbered, { checkpoint })).toEqual(["cut_tail 20"]);
});

test("an inserted record is found", async () => {
  const records = chainOf(20);
  const checkpoint = await checkpointOf(records);
  const inserted = sealed({ ...at(records, 6), recordId: "forged" });

  expect(await found(records.toSpliced(7, 0, inserted), { checkpoint })).toContain("inserted 7");
  expect(
    await found([...records, sealed({ ...at(records, 19), sequence: 21, previousHash: at(records, 19).hash })], { checkpoint }),
  ).toEqual(["not_covered 21"]);
});

test("swapped records are found, in the file and in the chain", async () => {
  const records = chainOf(20);
  const checkpoint = await checkpointOf(records);
  const one = at(records, 6);
  const other = at(records, 7);
  const swapped = records.with(6, { ...other, sequence: 7 }).with(7, { ...one, sequence: 8 });

  expect(await found(records.with(6, other).with(7, one), { checkpoint })).toEqual(["reordered 8"]);
  expect(await found(swapped, { checkpoint })).toEqual(expect.arrayContaining(["changed 7", "changed 8"]));
});

test("a removed end of the log is found, and so is an old checkpoint that would hide it", async () => {
  const records = chainOf(20);
  const cut = records.slice(0, 15);
  const old = await checkpointOf(cut, { at: nowMs - 120_000 });

  expect(await found(cut, { checkpoint: await checkpointOf(records) })).toEqual(["cut_tail 16"]);
  expect(await found([], { checkpoint: await checkpointOf(records) })).toEqual(["cut_tail 1"]);
  expect(await found(cut, { checkpoint: old })).toEqual(["old_checkpoint 15"]);
  expect(await found(records, { checkpoint: old })).toEqual(["old_checkpoint 15", "not_covered 16"]);
});

test("records and checkpoints of another workspace are found", async () => {
  const mine = chainOf(20);
  const others = chainOf(20, "ws_2");
  const checkpoint = await checkpointOf(mine);

  expect(await found(others, { checkpoint })).toEqual(expect.arrayContaining(["other_workspace 20", "rewritten 20"]));
  expect(await found(mine.with(6, at(others, 6)), { checkpoint })).toContain("other_workspace 7");
  const disguised = rehashed(others.map((record) => ({ ...record, workspaceId: "ws_1" })));
  expect(await found(disguised, { checkpoint })).toEqual(["broken_link 1", "rewritten 20"]);
});

test("a checkpoint is trusted only if its key is published and was not yet retired", async () => {
  const records = chainOf(20);
  const stranger = signingKey("k1", randomBytes(32));
  const old = signingKey("k0", randomBytes(32));
  const retiredAtMs = startMs - 1;
  const rotated: AuditKeys = { signing: [key], retired: [{ id: "k0", publicKey: publicBytesOf(old), retiredAtMs }] };
  const keySet = keySetOf(rotated);
  const byStranger = await checkpointOf(records, {}, stranger);
  const byUnknown = await checkpointOf(records, {}, signingKey("k9", randomBytes(32)));

  expect(await found(records, { checkpoint: byStranger })).toEqual(["bad_checkpoint", "no_checkpoint"]);
  expect(await found(records, { checkpoint: byUnknown })).toEqual(["unknown_key", "no_checkpoint"]);
  expect(await found(records, { checkpoint: "not.a.jws" })).toEqual(["bad_checkpoint", "no_checkpoint"]);
  expect(await found(records, { checkpoint: await checkpointOf(records, {}, old), keySet })).toEqual(["retired_key 20", "no_checkpoint"]);
});

test("a retired key cannot backdate a checkpoint: the records that it covers are later", async () => {
  const records = chainOf(3);
  const old = signingKey("k0", randomBytes(32));
  const retiredAtMs = startMs - 90_000;
  const keySet = keySetOf({ signing: [key], retired: [{ id: "k0", publicKey: publicBytesOf(old), retiredAtMs }] });

  const backdated = await checkpointOf(records, { at: retiredAtMs }, old);

  expect(await found(records, { checkpoint: backdated, keySet, maxAgeMs: Number.POSITIVE_INFINITY })).toEqual([
    "backdated_checkpoint 3",
    "backdated_checkpoint 2",
    "backdated_checkpoint 1",
  ]);
});

test("signatures from before a key's retirement still verify", async () => {
  const records = chainOf(20);
  const keySet = keySetOf({
    signing: [signingKey("k2", randomBytes(32))],
    retired: [{ id: "k1", publicKey: publicBytesOf(key), retiredAtMs: nowMs + 1 }],
  });

  expect(await found(records, { checkpoint: await checkpointOf(records), keySet })).toEqual([]);
});

test("a chain with an erased person verifies, and one with a changed or half-erased person does not", async () => {
  const records = chainOf(5);
  const checkpoint = await checkpointOf(records);
  const record = at(records, 2);
  const { hash } = record.personal;
  const nobody = { ...record, actor: { ...record.actor, name: null }, context: { ...record.context, ip: null, userAgent: null } };
  const [user, removal] = record.targets;
  if (user?.personal === undefined || removal === undefined) throw new Error("The record has no targets.");
  const noUser = { ...user, id: null, personal: { hash: user.personal.hash, salt: null } };
  const tries: AuditRecord[] = [
    { ...nobody, personal: { hash, salt: null } },
    { ...record, targets: [noUser, removal] },
    { ...record, personal: { hash, salt: null } },
    { ...record, actor: { ...record.actor, name: "somebody else" } },
    { ...record, context: { ...record.context, ip: "198.51.100.1" } },
    { ...record, targets: [{ ...user, id: "somebody else" }, removal] },
    { ...record, targets: [{ ...user, id: null }, removal] },
  ];

  const findings = await Promise.all(tries.map((tried) => found(records.with(2, tried), { checkpoint })));

  expect(findings).toEqual([[], [], ...Array.from({ length: 5 }, () => ["personal_changed 3"])]);
});

test("a line that is not a record, or has additional fields, is found", async () => {
  const records = chainOf(3);
  const checkpoint = await checkpointOf(records);
  const verification = new AuditVerification({ checkpoints: [await readCheckpoint(checkpoint, keys)], nowMs, maxAgeMs: undefined });

  for (const line of ["{", "[]", JSON.stringify({ ...at(records, 0), note: "added" })]) verification.add(line);
  for (const record of records) verification.add(JSON.stringify(record));

  expect(verification.finish().findings.map(({ code, line }) => [code, line])).toEqual([
    ["unreadable", 1],
    ["unreadable", 2],
    ["unreadable", 3],
  ]);
});
