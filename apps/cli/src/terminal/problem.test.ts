import { InvalidArgumentError } from "@parley/sdk";
import { expect, test } from "vitest";
import { problemOf } from "./problem.ts";

test("a refused request reports all violations, each once", () => {
  const details = [
    { field: "organizationId", message: "organizationId is required." },
    { field: "organisationId", message: "organisationId is not a known field." },
    { field: "pageSize", message: "It is too large." },
  ];
  const error = new InvalidArgumentError({
    status: "INVALID_ARGUMENT",
    httpStatus: 400,
    message: "organizationId is required.",
    requestId: "r1",
    code: undefined,
    details,
    retryAfterMs: undefined,
    replayed: false,
  });

  expect(problemOf(error).message).toBe("organizationId is required. organisationId is not a known field. pageSize: It is too large.");
});
