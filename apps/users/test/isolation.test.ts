import { statementsOf, unscopedAccess } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startUsers, type Users } from "./users.ts";

let users: Users;

beforeAll(async () => {
  users = await startUsers();
});

afterAll(() => users?.stop());

test("every statement names the API key of every row that it reads or changes", async () => {
  const own = statementsOf("users");

  expect(own.length).toBeGreaterThan(20);
  expect(own.filter(({ crossTenant }) => crossTenant !== undefined).map(({ name }) => name)).toEqual([]);
  expect(await unscopedAccess(users.databaseUrl, own)).toEqual([]);
});
