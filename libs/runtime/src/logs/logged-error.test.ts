import { expect, test } from "vitest";
import { loggedError } from "./logged-error.ts";

const fromPostgres = Object.assign(new Error('duplicate key value violates unique constraint "users_pkey"'), {
  code: "23505",
  severity: "ERROR",
  routine: "_bt_check_unique",
  detail: "Key (user_id)=(secret-person-1) already exists.",
  where: "COPY users, line 1: secret-person-1",
  hint: "secret-person-1",
  schema: "users",
  table: "users",
  constraint: "users_pkey",
  client: { password: "secret-person-1" },
});

test("a Postgres error is logged with its code, table and constraint, and without values of rows", () => {
  const logged = loggedError(new Error("The user was not added.", { cause: fromPostgres }));

  expect(logged).toMatchObject({ message: "The user was not added.", cause: { code: "23505", table: "users", constraint: "users_pkey" } });
  expect(JSON.stringify(logged)).not.toContain("secret-person-1");
});

test("a Postgres message that quotes an unreadable value is not logged", () => {
  const quoting = Object.assign(new Error('invalid input syntax for type integer: "secret-person-1"'), {
    code: "22P02",
    severity: "ERROR",
    routine: "pg_strtoint32_safe",
  });

  const logged = loggedError(quoting);

  expect(logged).toMatchObject({ code: "22P02", message: "Postgres answered 22P02." });
  expect(JSON.stringify(logged)).not.toContain("secret-person-1");
});

test("causes are logged to a bounded depth, and so is an error that is its own cause", () => {
  const circular = new Error("round");
  circular.cause = circular;

  expect(JSON.stringify(loggedError(circular)).match(/"message":"round"/g)).toHaveLength(6);
});
