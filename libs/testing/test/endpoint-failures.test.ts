import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { endpointFailures } from "../src/index.ts";

const tooLongMs = 200;

/**
 * Calls an endpoint that fails in the named way; returns the status that the caller read, if any, and whether the endpoint believes that it
 * succeeded.
 */
async function call(name: string, signal?: AbortSignal): Promise<{ status: number | undefined; succeeded: boolean }> {
  const failure = endpointFailures(tooLongMs).find((one) => one.name === name);
  if (failure === undefined) throw new Error(`There is no failure with the name ${name}.`);
  let succeeded = false;
  const server = createServer((_request, response) =>
    failure.answer(response, () => {
      succeeded = true;
    }),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const status = await fetch(url, { redirect: "manual", signal: signal ?? null }).then(
      (response) => response.status,
      () => undefined,
    );
    // The endpoint continues when its caller does not.
    if (signal !== undefined) await setTimeout(2 * tooLongMs);
    return { status, succeeded };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const late = "a success after the caller has gone";

test("a late success counts for a caller that stood still and did not give up", async () => {
  expect(await call(late)).toEqual({ status: 200, succeeded: true });
});

test("a late success does not count for a caller that gave up", async () => {
  expect(await call(late, AbortSignal.timeout(tooLongMs / 4))).toEqual({ status: undefined, succeeded: false });
});

test("a reset after a status of success is a success, one before it is not", async () => {
  expect((await call("a reset after the status")).succeeded).toBe(true);
  expect(await call("a reset")).toEqual({ status: undefined, succeeded: false });
});

test.each([
  ["a server error", 500],
  ["unavailable for a second", 503],
  ["a redirect", 302],
])("%s is not a success", async (name, status) => {
  expect(await call(name)).toEqual({ status, succeeded: false });
});
