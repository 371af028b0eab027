import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { dataKeyVersionOf, MasterKeys, masterKeyIdOf, newDataKey, openText, SealingError, sealText } from "./sealing.ts";

const place = { field: "auth_token", keyId: "pk_test_1" };
const oldKey = { id: "old", key: randomBytes(32) };
const newKey = { id: "new", key: randomBytes(32) };

test("a sealed text opens for its own place and shows neither the secret nor the same text twice", () => {
  const dataKey = newDataKey("ws_1", 3);

  const sealed = sealText(dataKey, place, "sk_geheim é😀");

  expect(openText(dataKey, place, sealed)).toBe("sk_geheim é😀");
  expect(openText(dataKey, place, sealText(dataKey, place, ""))).toBe("");
  expect(sealed).toMatch(/^s1\.3\.[A-Za-z0-9_-]+$/);
  expect(dataKeyVersionOf(sealed)).toBe(3);
  expect(sealText(dataKey, place, "sk_geheim é😀")).not.toBe(sealed);
});

test("a sealed text does not open for another workspace, field, key or data key version", () => {
  const dataKey = newDataKey("ws_1", 1);
  const sealed = sealText(dataKey, place, "secret");

  expect(() => openText({ ...dataKey, workspaceId: "ws_2" }, place, sealed)).toThrow(SealingError);
  expect(() => openText(dataKey, { ...place, field: "provider_key" }, sealed)).toThrow(SealingError);
  expect(() => openText(dataKey, { ...place, keyId: "pk_test_2" }, sealed)).toThrow(SealingError);
  expect(() => openText({ ...dataKey, version: 2 }, place, sealed)).toThrow("another version");
  expect(() => openText({ ...dataKey, version: 2 }, place, sealed.replace("s1.1.", "s1.2."))).toThrow(SealingError);
  expect(() => openText(newDataKey("ws_1", 1), place, sealed)).toThrow("does not open");
});

test("parts of a place cannot be shifted into each other", () => {
  const dataKey = newDataKey("ws_1", 1);
  const sealed = sealText(dataKey, { field: "a", keyId: "bc" }, "secret");

  expect(() => openText(dataKey, { field: "ab", keyId: "c" }, sealed)).toThrow(SealingError);
  expect(() => openText(dataKey, { field: 'a","bc', keyId: "" }, sealed)).toThrow(SealingError);
});

test("every flipped bit, and every changed, missing or added character of a sealed text is noticed", () => {
  const dataKey = newDataKey("ws_1", 1);
  const masterKeys = new MasterKeys([newKey]);
  const sealed = sealText(dataKey, place, "secret");
  const wrapped = masterKeys.wrap(dataKey);

  expect([changesOf(sealed).length, changesOf(wrapped).length]).toEqual([378, 1_000]);
  for (const changed of changesOf(sealed)) expect(() => openText(dataKey, place, changed)).toThrow(SealingError);
  for (const changed of changesOf(wrapped)) expect(() => masterKeys.unwrap("ws_1", 1, changed)).toThrow(SealingError);
});

test("text that was never sealed is refused", () => {
  const dataKey = newDataKey("ws_1", 1);

  for (const text of ["", "secret", "s1.1.", "s1.1.AAAA", "s2.1.AAAA", "s1.0.AAAA", "..", "s1.1.a.b"]) {
    expect(() => openText(dataKey, place, text)).toThrow(SealingError);
  }
  for (const text of ["", "s1.x.AAAA", "s1.-1.AAAA", "s1.1e3.AAAA", "m1.1.AAAA"]) {
    expect(() => dataKeyVersionOf(text)).toThrow(SealingError);
  }
});

test("a data key wrapped under an old master key opens while that is still listed and is wrapped again under the newest", () => {
  const dataKey = newDataKey("ws_1", 1);
  const wrapped = new MasterKeys([oldKey]).wrap(dataKey);

  const both = new MasterKeys([newKey, oldKey]);
  const wrappedAgain = both.wrap(both.unwrap("ws_1", 1, wrapped));

  expect(masterKeyIdOf(wrapped)).toBe("old");
  expect(masterKeyIdOf(wrappedAgain)).toBe("new");
  expect(new MasterKeys([newKey]).unwrap("ws_1", 1, wrappedAgain)).toEqual(dataKey);
  expect(() => new MasterKeys([newKey]).unwrap("ws_1", 1, wrapped)).toThrow("PARLEY_MASTER_KEYS does not contain the key old");
});

test("a wrapped data key does not open for another workspace or version, nor under a wrong key with the right id", () => {
  const masterKeys = new MasterKeys([newKey]);
  const wrapped = masterKeys.wrap(newDataKey("ws_1", 1));

  expect(() => masterKeys.unwrap("ws_2", 1, wrapped)).toThrow(SealingError);
  expect(() => masterKeys.unwrap("ws_1", 2, wrapped)).toThrow(SealingError);
  expect(() => new MasterKeys([{ id: "new", key: randomBytes(32) }]).unwrap("ws_1", 1, wrapped)).toThrow(
    "under the master key new does not open",
  );
});

test("master keys with the same id or of another length are refused", () => {
  expect(() => new MasterKeys([newKey, { id: "new", key: oldKey.key }])).toThrow("same id");
  expect(() => new MasterKeys([{ id: "short", key: randomBytes(16) }])).toThrow("32 bytes");
});

function changesOf(text: string): string[] {
  const changed = Array.from(text, (character, index) => text.slice(0, index) + (character === "A" ? "B" : "A") + text.slice(index + 1));
  const shortened = Array.from(text, (_, index) => text.slice(0, index));
  return [...flippedBits(text), ...changed, ...shortened, `${text}A`, `${text}=`, ` ${text}`, `${text}\n`];
}

// Nonce, secret and tag come after the last point.
function flippedBits(text: string): string[] {
  const at = text.lastIndexOf(".") + 1;
  const bytes = Buffer.from(text.slice(at), "base64url");
  return Array.from({ length: bytes.length * 8 }, (_, bit) => {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    return text.slice(0, at) + flipped.toString("base64url");
  });
}
