import { Code } from "@connectrpc/connect";
import { FailureDetailSchema } from "@parley/contracts/common";
import { describe, expect, test } from "vitest";
import { failureOf, Handler, openEcho, stream } from "./echo-calls.ts";
import { token } from "./echo-service.ts";
import { paths } from "./rpc-paths.ts";

describe.each(paths.filter(({ network }) => network))("over $name", (path) => {
  const open = openEcho(path);

  test.each([
    ["no token", undefined],
    ["a wrong token", "a-service-tokem"],
    ["an empty token", ""],
  ])("a caller with %s is refused, also for a stream", async (_what, presented) => {
    const handler = new Handler();
    const { client, reports } = await open({ get: handler.answer }, { token: presented });

    const refused = await failureOf(client.get({}));
    const refusedStream = await failureOf(client.sum(stream({ number: 1 })));

    expect(refused.code).toBe(Code.Unauthenticated);
    expect(refused.findDetails(FailureDetailSchema)).toMatchObject([{ reason: "unauthenticated" }]);
    expect(refusedStream.code).toBe(Code.Unauthenticated);
    expect(handler.signal).toBeUndefined();
    expect(reports.calls).toMatchObject([{ code: "unauthenticated" }, { code: "unauthenticated" }]);
  });

  test("each token of the list is accepted", async () => {
    for (const presented of ["an-older-token", token]) {
      const { client } = await open({}, { token: presented });
      expect(await client.get({ number: 1 })).toMatchObject({ number: 1 });
    }
  });

  test("a service that is open serves callers without a token", async () => {
    const { client } = await open({}, { token: undefined, open: true });

    expect(await client.get({ number: 1 })).toMatchObject({ number: 1 });
  });

  test("a request that is too large is refused, and the next one is answered", async () => {
    const { client } = await open({}, { maxMessageBytes: 100_000 });

    const error = await failureOf(client.get({ text: "x".repeat(200_000) }));

    expect(error.code).toBe(Code.ResourceExhausted);
    expect(error.rawMessage).toMatch(/^message size (\d+ )?is larger than configured readMaxBytes 100000$/);
    expect(await client.get({ text: "small" })).toMatchObject({ text: "small" });
  });

  test("an answer that is too large is refused", async () => {
    const { client } = await open({ get: () => ({ text: "x".repeat(200_000) }) }, { maxMessageBytes: 100_000 });

    const error = await failureOf(client.get({}));

    expect(error.code).toBe(Code.ResourceExhausted);
    expect(error.rawMessage).toMatch(/^message size 2000\d\d is larger than configured writeMaxBytes 100000$/);
  });
});
