import { expect, test } from "vitest";
import { beginningOf, hashOf, personalHashOf, personHashOf } from "./record.ts";

const record = {
  workspaceId: "ws_1",
  recordId: "r1",
  sequence: 1,
  occurredAt: 1_795_228_800_000,
  action: "apiKeys.create",
  actor: { type: "token", id: "t1" },
  targets: [
    { type: "apiKey", id: "pk_1" },
    { type: "user", personalHash: personHashOf("salt", "ada") },
  ],
  apiKey: null,
  requestId: "req-1",
  outcome: "success",
  changes: ["name"],
  personalHash: personalHashOf("salt", { name: "Ada", ip: "192.0.2.1", userAgent: null }),
  previousHash: beginningOf("ws_1"),
};

test("a record's hash never changes with a release, so that stored records verify for ever", () => {
  expect(hashOf(record)).toBe("RIBovuTLoV6HSgGCj-w2lLNK-OI3n4Uox2EyQbyH6cA");
});

test("every part of a record is in its hash", () => {
  const changed: Record<keyof typeof record, unknown> = {
    workspaceId: "ws_2",
    recordId: "r2",
    sequence: 2,
    occurredAt: 1,
    action: "apiKeys.delete",
    actor: { type: "token", id: "t2" },
    targets: [],
    apiKey: "pk_2",
    requestId: "req-2",
    outcome: "refused",
    changes: [],
    personalHash: "x",
    previousHash: "y",
  };
  const hashes = Object.entries(changed).map(([field, value]) => hashOf({ ...record, [field]: value }));

  expect(new Set([hashOf(record), ...hashes]).size).toBe(hashes.length + 1);
});

test("a person has a different hash under a different salt", () => {
  expect(personHashOf("one", "ada")).not.toBe(personHashOf("other", "ada"));
  expect(personalHashOf("one", { name: "Ada", ip: null, userAgent: null })).not.toBe(
    personalHashOf("other", { name: "Ada", ip: null, userAgent: null }),
  );
});
