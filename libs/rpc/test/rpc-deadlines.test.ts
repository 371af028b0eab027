import { Code } from "@connectrpc/connect";
import { until } from "@parley/testing";
import { describe, expect, test } from "vitest";
import { failureOf, Handler, openEcho } from "./echo-calls.ts";
import { paths } from "./rpc-paths.ts";

describe.each(paths)("over $name", (path) => {
  const open = openEcho(path);

  test("a call whose deadline passes is answered at once, and its handler is aborted", async () => {
    const handler = new Handler();
    const { client, reports } = await open({ get: handler.hang });

    const error = await failureOf(client.get({}, { timeoutMs: 100 }));

    expect(error.code).toBe(Code.DeadlineExceeded);
    await until(() => handler.signal?.aborted);
    expect(handler.deadlineInMs).toBeLessThanOrEqual(100);
    await until(() => reports.calls.length > 0);
    // A caller whose own clock was faster is gone by now.
    expect(reports.calls[0]?.code).toMatch(/^(deadline_exceeded|canceled)$/);
    expect(reports.bugs).toEqual([]);
  });

  test("a call without a time-out gets the service's own, and no call gets more than the service allows", async () => {
    const handler = new Handler();
    const { client } = await open({ get: handler.answer }, { defaultTimeoutMs: 2_000, maxTimeoutMs: 3_000 });

    await client.get({});
    expect(handler.deadlineInMs).toSatisfy(within(1_000, 2_000));
    await client.get({}, { timeoutMs: 60_000 });
    expect(handler.deadlineInMs).toSatisfy(within(2_001, 3_000));
  });

  test("a call that its caller cancels is ended, and its handler is aborted", async () => {
    const handler = new Handler();
    const { client, reports } = await open({ get: handler.hang });
    const giveUp = new AbortController();

    const call = failureOf(client.get({}, { signal: giveUp.signal }));
    await until(() => handler.signal);
    giveUp.abort();

    expect((await call).code).toBe(Code.Canceled);
    await until(() => handler.signal?.aborted);
    expect(handler.signal?.reason).toMatchObject({ name: "AbortError" });
    await until(() => reports.calls.length > 0);
    expect(reports.calls).toMatchObject([{ code: "canceled" }]);
    expect(reports.bugs).toEqual([]);
  });

  test("a call that was cancelled before it began is not sent", async () => {
    const handler = new Handler();
    const { client } = await open({ get: handler.answer });

    const error = await failureOf(client.get({}, { signal: AbortSignal.abort() }));

    expect(error.code).toBe(Code.Canceled);
    expect(handler.signal).toBeUndefined();
  });
});

function within(least: number, most: number): (value: number) => boolean {
  return (value) => value >= least && value <= most;
}
