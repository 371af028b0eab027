import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { type UserInput, UserInputSchema } from "@parley/contracts/users";
import { expect, test } from "vitest";
import { profileChanges } from "./profile-change.ts";

const input = (init: MessageInitShape<typeof UserInputSchema>): UserInput => create(UserInputSchema, init);

test("a user named twice takes the first position and the last description", () => {
  const changes = profileChanges([input({ userId: "a", name: "first" }), input({ userId: "b" }), input({ userId: "a", name: "last" })]);

  expect(changes.map(({ id, name }) => [id, name])).toEqual([
    ["a", "last"],
    ["b", null],
  ]);
});

test("ids that differ only in case or Unicode form are different users", () => {
  const changes = profileChanges(["é", "e\u0301", "A", "a"].map((userId) => input({ userId })));

  expect(changes).toHaveLength(4);
});

test("null values of metadata remove keys, all other values are set, nested nulls stay", () => {
  const [change] = profileChanges([input({ userId: "a", metadataJson: '{"old":null,"new":{"x":null},"zero":0}' })]);

  expect(change).toMatchObject({ set: '{"new":{"x":null},"zero":0}', clear: '["old"]' });
});

test("a key named __proto__ is a key like any other", () => {
  const [change] = profileChanges([input({ userId: "a", metadataJson: '{"__proto__":{"x":1}}' })]);

  expect(change?.set).toBe('{"__proto__":{"x":1}}');
});
