import { expect, test } from "vitest";
import { sqlStatements } from "./sql-statements.ts";

test("a text is taken apart at the semicolons between its statements", () => {
  expect(sqlStatements("create table a (b int);\n-- why; not\ninsert into a values (1);;\n-- the end\n")).toEqual([
    "create table a (b int)",
    "-- why; not\ninsert into a values (1)",
  ]);
});

test("quoted text, quoted names, comments and the bodies of functions stay whole", () => {
  const whole = [
    "select 'it''s; here' as \"a;b\"",
    "create function f() returns void language plpgsql as $$ begin perform 1; end $$",
    "do $body$ begin execute 'x'; raise notice '$$;'; end $body$",
    "/* one; two */ select 7 - 2 / 1",
  ];

  expect(sqlStatements(whole.join(";\n"))).toEqual(whole);
});
