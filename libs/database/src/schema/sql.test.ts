import { sql as expression } from "drizzle-orm";
import { pgSchema, text } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { id } from "./columns.ts";
import { listedRows, parameterRow, recordset } from "./rows.ts";
import { listOf, nullable, types } from "./shape.ts";
import { literal, parameter, sql } from "./sql.ts";

const users = pgSchema("users").table("users", { apiKeyId: id("api_key_id"), userName: text("user_name") });

test("tables are written with their schema, columns by their name, parts and lists where they stand", () => {
  const ofKey = sql`${users.apiKeyId} = $apiKeyId`;

  expect(sql`select u.${users.userName} from ${users} u where ${ofKey} limit ${10}`.text()).toBe(
    "select u.user_name from users.users u where api_key_id = $apiKeyId limit 10",
  );
  expect(sql`(${[users.apiKeyId, users.userName, ofKey]}) ${expression`users.now_ms()`}`.text()).toBe(
    "(api_key_id, user_name, api_key_id = $apiKeyId) users.now_ms()",
  );
});

test("a misspelt table or column, or a string, does not compile", () => {
  const misspelt = [
    // @ts-expect-error: there is no such column.
    () => sql`select ${users.userNmae} from ${users}`.text(),
    // @ts-expect-error: a string may name anything.
    () => sql`select ${"user_name"} from ${users}`.text(),
  ];

  for (const text of misspelt) expect(text).toThrow("neither a table nor a column");
});

test("given rows are declared once: their columns, types and parameters", () => {
  const columns = { id: types.text, createdAtMs: nullable(types.bigint) };

  const many = recordset("items", "i", columns);
  const one = parameterRow("i", columns);
  const listed = listedRows("i", { id: ["ids", types.text], createdAtMs: ["times", nullable(types.bigint)] });

  expect(many.from.text()).toBe('json_to_recordset($items::json) as i ("id" text, "createdAtMs" bigint)');
  expect(one.from.text()).toBe('(select $id::text as "id", $createdAtMs::bigint as "createdAtMs") as i');
  expect(listed.from.text()).toBe('unnest($ids::text[], $times::bigint[]) as i ("id", "createdAtMs")');
  expect(listed.parameters).toEqual({ ids: listOf(types.text), times: listOf(types.bigint) });
  expect(sql`${many.columns.id} ${one.columns.createdAtMs}`.text()).toBe('i."id" i."createdAtMs"');
});

test("a computed parameter or word that could end its surrounding text is refused", () => {
  expect(() => parameter("a; drop")).toThrow("cannot have the name");
  expect(() => literal("it's")).toThrow("cannot contain the word");
  expect([parameter("after_id").text(), literal("folder").text()]).toEqual(["$after_id", "'folder'"]);
});
