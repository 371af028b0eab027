import { declaredStatements } from "@parley/database";
import { unscopedAccess } from "@parley/testing";
import { expect, test } from "vitest";
import { startRewriter } from "./harness.ts";

test("every statement names the key of the rows that it touches, or states why not", async () => {
  await using rewriter = await startRewriter();
  const statements = declaredStatements().filter(({ name }) => name.startsWith("rewriter."));

  expect(statements.length).toBeGreaterThan(2);
  expect(await unscopedAccess(rewriter.process.databaseUrl, statements)).toEqual([]);
});
