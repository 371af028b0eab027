import { hkdfSync, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { expandedKey, gatewayKeyOf, notificationsKeyOf } from "./derived-keys.ts";

const masterKey = { id: "k1", key: randomBytes(32) };
const derived = (purpose: string) => Buffer.from(hkdfSync("sha256", masterKey.key, "", purpose, 32));

test.each(["parley page tokens", "parley console sessions", "parley console sign-ins"])(
  "the key for %s equals HKDF of the master key, so that values sealed with either open",
  (purpose) => {
    expect(expandedKey(gatewayKeyOf(masterKey), purpose)).toEqual(derived(purpose));
  },
);

test("the notifications service holds the key of its links and no other", () => {
  expect(notificationsKeyOf(masterKey)).toEqual({ id: "k1", key: derived("parley unsubscribe links") });
});
