import type { JsonObject } from "@parley/kernel";
import { expect, test } from "vitest";
import { headlineValues } from "./headline.ts";
import { renderTemplate } from "./template.ts";

const alice = { userId: "alice", name: "Alice", email: "alice@acme.example" };
const bob = { userId: "bob", name: "Bob" };

function render(template: string, data: JsonObject = {}, recipient?: { userId: string; name?: string; email?: string }) {
  return renderTemplate(template, headlineValues({ data, actionUser: alice, recipient }));
}

test("a user shows its name, else its e-mail, else its id", () => {
  const data = { a: { userId: "u", name: "N", email: "E" }, b: { userId: "u", name: "", email: "E" }, c: { userId: "u" } };

  expect(render("{a} {b} {c}", data)).toBe("N E u");
});

test("the acting user need not be repeated, and the data's own value takes precedence", () => {
  expect(render("{actionUser}")).toBe("Alice");
  expect(render("{actionUser}", { actionUser: { userId: "alice", name: "Al" } })).toBe("Al");
  expect(render("{actionUser}", { actionUser: { userId: "alice" } })).toBe("Alice");
  expect(render("{actionUser}", { actionUser: { userId: "robot", name: "Robot" } })).toBe("Robot");
  expect(render("{actionUser}", { actionUser: null })).toBe("Alice");
});

test("the recipient is the reader", () => {
  const toCarol = { recipientUser: { userId: "carol", name: "Carol" } };

  expect(render("for {recipientUser}", {}, bob)).toBe("for Bob");
  expect(render("for {recipientUser}", toCarol, bob)).toBe("for Bob");
  expect(render("for {recipientUser}", { recipientUser: { userId: "bob", name: "Robert" } }, bob)).toBe("for Robert");
  expect(render("for {recipientUser}", { recipientUser: { userId: "bob" } }, bob)).toBe("for Bob");
});

test("without a reader the recipient is the data's, or stays as written", () => {
  expect(render("for {recipientUser}", { recipientUser: { userId: "carol", name: "Carol" } })).toBe("for Carol");
  expect(render("for {recipientUser}")).toBe("for {recipientUser}");
});

test("numbers and booleans are written out, variables with other values stay as written", () => {
  expect(render("{n} {b} {z} {o} {l}", { n: 3, b: false, z: null, o: { x: 1 }, l: ["a"] })).toBe("3 false {z} {o} {l}");
});

test("only the customer's own keys are variables", () => {
  const own = JSON.parse('{"__proto__":"mine","constructor":"too"}') as JsonObject;

  expect(render("{__proto__} {constructor} {hasOwnProperty}")).toBe("{__proto__} {constructor} {hasOwnProperty}");
  expect(render("{__proto__} {constructor}", own)).toBe("mine too");
});
