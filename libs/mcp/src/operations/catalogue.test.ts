import { operations } from "@parley/sdk/operations";
import { expect, test } from "vitest";
import { operationOf, searchOperations } from "./catalogue.ts";

test("no operation that shows a secret is offered to agents, found or not", () => {
  const showing = operations.filter(({ showsSecret, auth }) => showsSecret && auth === "apiKey").map(({ name }) => name);
  const found = ["", "webhook secret", "portal link", "rotate"].flatMap((query) => searchOperations(query, 1_000)).map(({ name }) => name);

  expect(showing).toEqual(["webhooks.getSecret", "webhooks.rotateSecret", "webhooks.createPortal"]);
  for (const name of showing) expect(() => operationOf(name)).toThrow(`${name} answers a secret`);
  expect(found).toContain("webhooks.getConfig");
  expect(found.filter((name) => showing.includes(name))).toEqual([]);
});

test("agents are offered operations of an API key alone, and none that streams", () => {
  const offered = searchOperations("", 1_000);
  const others = operations.filter(({ auth, answer }) => auth !== "apiKey" || answer === "stream");

  expect(offered.filter(({ auth, answer }) => auth !== "apiKey" || answer === "stream")).toEqual([]);
  expect(others.length).toBeGreaterThan(15);
  for (const { name } of others) expect(() => operationOf(name)).toThrow(name);
});
