import { basename } from "node:path";
import { expect, test } from "vitest";
import { declaredSchema, servicesWithSchema } from "./declared-schema.ts";

test("no schema.ts declares more than its service's migrations: npm run migration writes the missing step", async () => {
  const missing = await Promise.all(
    servicesWithSchema().map(async (folder) => [basename(folder), (await declaredSchema(folder)).statements] as const),
  );

  expect(missing.length).toBe(6);
  expect(missing.filter(([, statements]) => statements.length > 0)).toEqual([]);
}, 30_000);
