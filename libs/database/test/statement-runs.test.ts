import { freshDatabase } from "@parley/testing";
import { beforeAll, expect, test } from "vitest";
import { sql, statement } from "../src/index.ts";
import { listOf, nullable, types } from "../src/schema/index.ts";
import { addOne, createItems, insertItem, oneConnection } from "./items.ts";

let url: string;

beforeAll(async () => {
  url = await freshDatabase();
  await createItems(url);
});

const kinds = {
  whole: types.integer,
  big: types.bigint,
  share: types.double,
  flag: types.boolean,
  words: listOf(types.text),
  bytes: types.bytes,
  json: types.json,
  nothing: nullable(types.bigint),
  noFlag: nullable(types.boolean),
};

test("rows are the same whether or not the connection knows the statement's columns", async () => {
  const selectKinds = statement(
    "public.database_test_kinds",
    { flag: types.boolean },
    kinds,
    sql`select 7::integer as whole, 9007199254740991::bigint as big, 0.5::float8 as share, $flag::boolean as flag, array['a', 'b"c', null] as words,
       '\\x00ff'::bytea as bytes, '{"a": 1}'::json as json, null::bigint as nothing, null::boolean as no_flag`,
  );
  const one = oneConnection(url);

  const first = await one.row(selectKinds, { flag: true });
  const second = await one.row(selectKinds, { flag: false });

  const row = { whole: 7, big: 2 ** 53 - 1, share: 0.5, words: ["a", 'b"c', null], bytes: Buffer.from([0, 255]), json: '{"a": 1}' };
  expect(first).toEqual({ ...row, flag: true, nothing: null, noFlag: null });
  expect(second).toEqual({ ...row, flag: false, nothing: null, noFlag: null });
});

test("an error in a statement, its values or its result fails only that run, on a connection that stays usable", async () => {
  const undeclared = statement("public.database_test_undeclared", {}, {}, sql`select 1 as one`);
  const mistaken = statement("public.database_test_columns", {}, { one: types.integer }, sql`select 1 as one, 2 as two`);
  const one = oneConnection(url);
  const unsendable = {
    toPostgres: () => {
      throw new Error("This value cannot be sent.");
    },
  };

  await expect(one.rows(mistaken, {})).rejects.toThrow("declares 1 results and returns 2");
  await expect(one.rows(mistaken, {})).rejects.toThrow("declares 1 results and returns 2");
  await expect(one.rows(undeclared, {})).rejects.toThrow("declares no results and returns 1");
  await expect(one.run(insertItem, { id: 900, text: unsendable as unknown as string })).rejects.toThrow("This value cannot be sent.");
  expect(await one.run(insertItem, { id: 900, text: "fine" })).toBe(1);
  await expect(one.run(insertItem, { id: 900, text: "again" })).rejects.toThrow();
  expect(await one.run(addOne, { id: 901 })).toBe(0);
  expect(await one.run(addOne, { id: 900 })).toBe(1);
});
