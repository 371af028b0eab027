import { expect, test } from "vitest";
import { storedUser, userIds, userMessage } from "./user.ts";

test("a user is returned as given, with all additional keys", () => {
  const alice = { userId: "alice", name: "Alice", email: "alice@example.com", extraJson: '{"color":"#123456","__proto__":1}' };

  expect(userMessage(storedUser(alice))).toEqual(alice);
});

test("absent fields are not stored", () => {
  expect(storedUser({ userId: "bob", name: "", email: "", extraJson: "" })).toBe('{"userId":"bob"}');
});

test("extra keys cannot replace the id, the name or the email", () => {
  const stored = storedUser({
    userId: "mallory",
    name: "",
    email: "",
    extraJson: '{"userId":"alice","name":"Alice","email":"a@b.c","x":1}',
  });

  expect(JSON.parse(stored)).toEqual({ userId: "mallory", x: 1 });
});

test("ids are listed once, in the order of their first occurrence", () => {
  expect(userIds([{ userId: "b" }, { userId: "a" }, { userId: "b" }])).toEqual(["b", "a"]);
});
