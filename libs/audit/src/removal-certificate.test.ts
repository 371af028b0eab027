import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { readCheckpoint, signCheckpoint } from "./checkpoint.ts";
import { type AuditKeySet, keySetOf, publicBytesOf, signingKey } from "./keys.ts";
import {
  type RemovalCertificate,
  readCertificateText,
  readRemovalCertificate,
  signRemovalCertificate,
  subjectHashOf,
} from "./removal-certificate.ts";

const key = signingKey("k1", randomBytes(32));
const keys = keySetOf({ signing: [key], retired: [] });
const checkpoint = { workspaceId: "ws", sequence: 1, hash: "h", firstSequence: 1, at: 2_000 };

const value: Omit<RemovalCertificate, "version"> = {
  issuer: "parley",
  jobId: "job",
  kind: "user",
  requestedAt: 1_000,
  completedAt: 2_000,
  auditRecordId: null,
  subjects: [subjectHashOf("salt", "user:ada")],
  collections: [{ service: "users", collection: "profiles", rows: 1, doneAt: 1_500 }],
  secondLookAt: 1_900,
  notCovered: [{ what: "backups", until: null }],
  auditCheckpoint: "",
};

const retired = (retiredAtMs: number): AuditKeySet =>
  keySetOf({ signing: [signingKey("k2", randomBytes(32))], retired: [{ id: "k1", publicKey: publicBytesOf(key), retiredAtMs }] });

test("a certificate is verified with the published keys, and not with any others", async () => {
  const jws = await signRemovalCertificate(value, key);
  const stranger = keySetOf({ signing: [signingKey("k1", randomBytes(32))], retired: [] });

  expect(await readRemovalCertificate(jws, keys)).toMatchObject({ certificate: { ...value, version: 1 }, keyId: "k1" });
  expect(await readRemovalCertificate(jws, stranger)).toEqual({ problem: "bad_signature" });
  expect(await readRemovalCertificate(jws, { keys: [] })).toEqual({ problem: "unknown_key" });
});

test("a certificate with any changed character is rejected", async () => {
  const jws = await signRemovalCertificate(value, key);
  const dots = jws.split(".").map(({ length }) => length);
  const places = Array.from({ length: 60 }, (_, index) => Math.floor((index * jws.length) / 60)).filter((at) => jws[at] !== ".");

  for (const at of places) {
    const changed = `${jws.slice(0, at)}${jws[at] === "A" ? "B" : "A"}${jws.slice(at + 1)}`;
    expect(await readRemovalCertificate(changed, keys), `at ${at} of ${dots}`).toHaveProperty("problem");
  }
});

test("a retired key's earlier certificates are accepted, and its later ones are rejected", async () => {
  const jws = await signRemovalCertificate(value, key);

  expect(await readRemovalCertificate(jws, retired(2_000))).toHaveProperty("certificate");
  expect(await readRemovalCertificate(jws, retired(1_999))).toEqual({ problem: "retired_key" });
});

test("a checkpoint is not accepted as a certificate, nor a certificate as a checkpoint", async () => {
  expect(await readRemovalCertificate(await signCheckpoint(checkpoint, key), keys)).toEqual({ problem: "unreadable" });
  expect(await readCheckpoint(await signRemovalCertificate(value, key), keys)).toEqual({ problem: "unreadable" });
});

test("the hash of a subject depends on the salt of its certificate", () => {
  expect(subjectHashOf("a", "user:ada")).not.toBe(subjectHashOf("b", "user:ada"));
});

test("a certificate is found in each form of the response, and alone", () => {
  const data = { certificate: "a.b.c", salt: "salt" };

  for (const answer of [data, { data }, { result: { status: "success", data } }]) {
    expect(readCertificateText(JSON.stringify(answer))).toEqual(data);
  }
  expect(readCertificateText("a.b.c\n")).toEqual({ certificate: "a.b.c" });
  expect(readCertificateText("{}")).toBeUndefined();
});
