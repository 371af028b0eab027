import { declaredStatements } from "@parley/database";
import { freshDatabase, openConnection, querySql, startPgbouncer } from "@parley/testing";
import { expect, test } from "vitest";
import { createWorkspace } from "../support/customer.ts";
import { startParley } from "../support/parley.ts";

test("every statement of every service has the same meaning for any search path of its connection", async () => {
  await using parley = await startParley("all-in-one");
  const client = await openConnection(parley.databaseUrl);
  await client.query("set search_path = ''");
  const problems: string[] = [];
  for (const [index, { name, text }] of declaredStatements().entries()) {
    await client.query(`prepare statement_${index} as ${text}`).catch((error: Error) => problems.push(`${name}: ${error.message}`));
  }

  expect(problems).toEqual([]);
  expect(declaredStatements().length).toBeGreaterThan(200);
});

test("all of Parley, including migrations, works through a pooler that gives each transaction another session", {
  timeout: 120_000,
}, async ({ skip }) => {
  const databaseUrl = await freshDatabase();
  await using pooler = await startPgbouncer(databaseUrl);
  if (pooler === undefined) return skip("pgbouncer is not installed");
  await using parley = await startParley("all-in-one", { PARLEY_DATABASE_URL: pooler.url });
  const { customer } = await createWorkspace(parley.url, parley.adminToken);

  await customer.data("/v2/organizations/add", { organizations: [{ organizationId: "acme", organizationName: "Acme" }] });
  const added = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      customer.data("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: `d${index}` }] }),
    ),
  );
  await customer.data("/v2/users/add", { organizationId: "acme", users: [{ userId: "u1", name: "Ada" }] });
  const { organizationIds, ...job } = await customer.data("/v2/organizations/delete", { organizationIds: ["acme"] });

  expect(added.every((result, index) => result[`d${index}`].success)).toBe(true);
  expect(organizationIds ?? job).toBeDefined();
  // Settings left in a session would be visible to the next transaction that gets it.
  const left = await querySql(pooler.url, "select current_setting('search_path') as path, current_setting('role') as role");
  expect(left).toEqual([{ path: '"$user", public', role: "none" }]);
});
