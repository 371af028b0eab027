import { expect, test } from "vitest";
import { directUrl } from "./urls.ts";

test("migrations run without the pooler, on the same database", () => {
  const databaseUrl = "postgres://parley@pooler:6432/users";

  expect(directUrl({ databaseUrl, databaseDirectUrl: undefined })).toBe(databaseUrl);
  expect(directUrl({ databaseUrl, databaseDirectUrl: "postgres://parley@db:5432/users" })).toBe("postgres://parley@db:5432/users");
});

test("a URL without the pooler that names another database is refused", () => {
  const urls = { databaseUrl: "postgres://pooler:6432/users", databaseDirectUrl: "postgres://db:5432/parley" };

  expect(() => directUrl(urls)).toThrow('names the database "parley" and the other one "users"');
});
