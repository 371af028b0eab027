import { operations } from "@parley/sdk/operations";
import { expect, test } from "vitest";
import { operationOf, searchOperations } from "./catalogue.ts";

test("no operation that returns a secret is offered to agents, in a search or by name", () => {
  const showing = operations.filter(({ showsSecret, auth }) => showsSecret && auth === "apiKey").map(({ name }) => name);
  const found = ["", "webhook secret", "portal link", "rotate"].flatMap((query) => searchOperations(query, 1_000)).map(({ name }) => name);

  expect(showing).toEqual([
    ...["webhooks.getSecret", "webhooks.rotateSecret", "webhooks.getEndpointSecret", "webhooks.rotateEndpointSecret"],
    "webhooks.createPortal",
    "userTokens.generate",
  ]);
  for (const name of showing) expect(() => operationOf(name)).toThrow(`${name} returns a secret`);
  expect(found).toContain("webhooks.getConfig");
  expect(found.filter((name) => showing.includes(name))).toEqual([]);
});

test("agents are offered only operations of an API key, and none that streams", () => {
  const offered = searchOperations("", 1_000);
  const others = operations.filter(({ auth, answer }) => auth !== "apiKey" || answer === "stream");

  expect(offered.filter(({ auth, answer }) => auth !== "apiKey" || answer === "stream")).toEqual([]);
  expect(others.length).toBeGreaterThan(15);
  for (const { name } of others) expect(() => operationOf(name)).toThrow(name);
});

test.each([
  ["mention someone", ["threads.add", "comments.add"]],
  ["mention a user in a comment", ["comments.add"]],
  ["tag somebody in a thread", ["threads.add"]],
  ["reply to a comment", ["comments.add"]],
  ["resolve a conversation", ["threads.update"]],
  ["notify someone", ["notifications.add"]],
  ["unread notifications", ["notifications.list", "notifications.update"]],
  ["failed webhooks", ["webhooks.recoverDeliveries", "webhooks.retryDeliveries"]],
  ["erase a person", ["users.deleteData", "users.delete"]],
  ["turn off e-mails", ["emails.updateConfig"]],
  ["list users of a group", ["groups.list", "users.list"]],
  ["domains", ["domains.add", "domains.list", "domains.delete"]],
])('for "%s" the matching operations are among the first four', (query, wanted) => {
  const first = searchOperations(query, 4).map(({ name }) => name);

  expect(first).toEqual(expect.arrayContaining([...wanted]));
});

test("filler words find everything, unknown words find nothing", () => {
  expect(searchOperations("what can I do with it", 1_000)).toEqual(searchOperations("", 1_000));
  expect(searchOperations("xylophone", 1_000)).toEqual([]);
});

test("an operation is found by its path or its name, under either version, and one that agents are not offered is refused by both", () => {
  for (const word of ["users.list", "/v2/users/get", "/v1/users/get"]) expect(operationOf(word).name).toBe("users.list");
  expect(() => operationOf("/v2/workspace/webhooksecret/get")).toThrow("webhooks.getSecret returns a secret");
  expect(() => operationOf("/v2/users/gett")).toThrow("There is no operation /v2/users/gett.");
});
