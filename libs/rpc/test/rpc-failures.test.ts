import { Code, ConnectError } from "@connectrpc/connect";
import { FailureDetailSchema } from "@parley/contracts/common";
import { BadRequestSchema, ErrorInfoSchema } from "@parley/contracts/grpc";
import { Failure, failureKinds } from "@parley/kernel";
import { describe, expect, test } from "vitest";
import { codeOfKind } from "../src/failures/failure-codes.ts";
import { RemoteFailure } from "../src/index.ts";
import { failureOf, Handler, openEcho } from "./echo-calls.ts";
import { paths } from "./rpc-paths.ts";

describe.each(paths)("over $name", (path) => {
  const open = openEcho(path);

  test.each(failureKinds)("a failure %s arrives with its code, message, reason and violations", async (kind) => {
    const violations = [{ field: "text", message: "must rhyme" }];
    const { client, reports } = await open({
      get() {
        throw new Failure(kind, "The text does not rhyme.", { reason: "no_rhyme", violations });
      },
    });

    const error = await failureOf(client.get({}));

    expect(error.code).toBe(codeOfKind[kind]);
    expect(error.rawMessage).toBe("The text does not rhyme.");
    expect(error.findDetails(FailureDetailSchema)).toMatchObject([{ reason: "no_rhyme", violations }]);
    expect(error.findDetails(ErrorInfoSchema)).toMatchObject([{ reason: "NO_RHYME", domain: "parley" }]);
    expect(error.findDetails(BadRequestSchema)).toMatchObject([{ fieldViolations: [{ field: "text", description: "must rhyme" }] }]);
    expect(reports.bugs).toEqual([]);
    expect(reports.calls).toMatchObject([{ code: kind }]);
  });

  test.each([
    ["an error", () => new TypeError("secret of the table")],
    ["a Connect error", () => new ConnectError("secret of the table", Code.NotFound)],
    ["something that is not an error", () => "secret of the table"],
    ["an abort of its own", () => new DOMException("secret of the table", "AbortError")],
  ])("a handler that throws %s is a bug: reported, and answered INTERNAL without details", async (_what, thrown) => {
    const bug = thrown();
    const { client, reports } = await open({
      async get() {
        throw bug;
      },
    });

    const error = await failureOf(client.get({}));

    expect(error.code).toBe(Code.Internal);
    expect(error.rawMessage).toBe("Something went wrong in the service.");
    expect(error.findDetails(FailureDetailSchema)).toEqual([]);
    expect(error.findDetails(ErrorInfoSchema)).toMatchObject([{ reason: "INTERNAL", domain: "parley" }]);
    expect(JSON.stringify([...error.metadata])).not.toContain("secret");
    expect(reports.bugs).toEqual([{ error: bug, method: "parley.test.v1.EchoService/Get" }]);
    expect(reports.calls).toMatchObject([{ code: "internal" }]);
  });

  test("a failure of another service that the handler does not list is answered as unavailable", async () => {
    const remote = new RemoteFailure("other.Service", "Find", new ConnectError("secret of the table", Code.NotFound));
    const { client, reports } = await open({
      async get() {
        throw remote;
      },
    });

    const error = await failureOf(client.get({}));

    expect(error.code).toBe(Code.Unavailable);
    expect(error.rawMessage).toBe("A service that this request needs does not respond. Try again.");
    expect(error.findDetails(FailureDetailSchema)).toMatchObject([{ reason: "dependency_unavailable" }]);
    expect(reports.bugs).toMatchObject([{ error: remote }]);
  });

  test("headers and trailers that a handler set before it failed reach the caller", async () => {
    const { client } = await open({
      get(_request, { responseHeader, responseTrailer }) {
        responseHeader.set("x-answer", "a");
        responseTrailer.set("x-after", "z");
        throw new Failure("not_found", "There is none.");
      },
    });

    const { metadata } = await failureOf(client.get({}));

    expect(metadata.get("x-answer")).toBe("a");
    expect(metadata.get("x-after")).toBe("z");
  });

  test("a request that breaks rules never reaches the handler; every violation is answered", async () => {
    const handler = new Handler();
    const { client } = await open({ get: handler.answer });

    const error = await failureOf(
      client.get({ ruled: { plain: "x".repeat(1_001), children: [{ organizationId: "o" }, { short: "too long" }] } }),
    );

    expect(error.code).toBe(Code.InvalidArgument);
    expect(error.rawMessage).toBe("The request is not valid: ruled.organization_id must be set (and 3 more).");
    expect(error.findDetails(FailureDetailSchema)[0]?.violations.map(({ field, message }) => `${field} ${message}`)).toEqual([
      "ruled.organization_id must be set",
      "ruled.plain must have at most 1000 characters, not 1001",
      "ruled.children[1].organization_id must be set",
      "ruled.children[1].short must have at most 5 characters, not 8",
    ]);
    expect(handler.signal).toBeUndefined();
  });
});
