import { expect, test } from "vitest";
import { readUserToken, writeUserToken } from "./user-token.ts";

test("a written token is read back", () => {
  const token = { apiKeyId: "pk_test_7Yc2", userHash: "aB-_9", issuedAtMs: 1_795_228_800_123 };

  expect(readUserToken(writeUserToken(token))).toEqual(token);
  expect(readUserToken(undefined)).toBeUndefined();
});

test.each(["", "1", "1 hash", "x hash key", "-1 hash key", "1 ha sh key", "1 hash key more", "1  key"])("%o is no token", (header) => {
  expect(readUserToken(header)).toBeUndefined();
});
