import { expect, test } from "vitest";
import { changeOf, lastOfEach } from "./batch.ts";

test("null removes a key of the metadata and every other value is stored as given", () => {
  const change = changeOf("acme", undefined, '{"plan":"team","seats":null,"nested":{"a":null},"__proto__":1}');

  expect(change).toEqual({ id: "acme", name: null, set: '{"plan":"team","nested":{"a":null},"__proto__":1}', clear: '["seats"]' });
});

test("an item without metadata changes none", () => {
  expect(changeOf("acme", "", "")).toEqual({ id: "acme", name: "", set: "{}", clear: "[]" });
});

test("a number that JavaScript cannot represent is not passed on", () => {
  expect(changeOf("acme", "Acme", '{"n":1e999999}').set).toBe('{"n":null}');
});

test("a repeated id is handled once, at its first position and with its last description", () => {
  const items = [
    { id: "a", n: 1 },
    { id: "b", n: 2 },
    { id: "a", n: 3 },
  ];

  expect(lastOfEach(items)).toEqual([
    { id: "a", n: 3 },
    { id: "b", n: 2 },
  ]);
});
