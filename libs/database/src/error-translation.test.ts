import { expect, test } from "vitest";
import { endsConnection, translateDatabaseError } from "./error-translation.ts";

test.each([
  "failure on connection marked as essential: 127.0.0.1:5433",
  "server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally\n\tbefore or while processing the request.",
  "could not receive data from server: Connection reset by peer",
  "could not send data to server: Broken pipe",
  "no connection to the server",
  "connection not open",
  "The latest position of activity.activities is not known: failed to connect to 127.0.0.1:5433",
])("another server that Citus has lost is an outage, and its connection is given up: %s", (message) => {
  const error = Object.assign(new Error(message), { code: "XX000" });

  expect(translateDatabaseError(error)).toMatchObject({ kind: "unavailable", reason: "database_unavailable", cause: error });
  expect(endsConnection(error)).toBe(true);
});

test("any other error that only says that something is wrong inside is no outage", () => {
  const error = Object.assign(new Error("could not find the server's connection"), { code: "XX000" });

  expect(translateDatabaseError(error)).toBe(error);
  expect(endsConnection(error)).toBe(false);
});
