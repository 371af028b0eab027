import { createServer } from "node:net";
import { Code } from "@connectrpc/connect";
import { until } from "@parley/testing";
import { expect, onTestFinished, test } from "vitest";
import { createRpcServer } from "../src/index.ts";
import { openClient, serve } from "./echo-server.ts";
import { echoRegistration } from "./echo-service.ts";

test("a method that is safe to repeat is sent again when a kept connection was closed meanwhile; another is not", async () => {
  const flaky = await flakyServer();
  const client = openClient(flaky.address);

  const safe = await client.get({}).catch((error: unknown) => error);
  const requestsOfSafe = flaky.requests;
  const unsafe = await client.change({}).catch((error: unknown) => error);

  expect(safe).toMatchObject({ code: Code.Unavailable });
  expect(unsafe).toMatchObject({ code: Code.Unavailable });
  expect(requestsOfSafe).toBe(4);
  expect(flaky.requests).toBe(5);
});

test("any method is sent again when the other side did not listen, because it was never received", async () => {
  const { server, port } = await serve({});
  await server.close(0);
  const client = openClient(`http://127.0.0.1:${port}`);

  const call = client.change({ number: 5 });
  const { registration } = echoRegistration({});
  const next = createRpcServer({ registrations: [registration], host: "127.0.0.1", port });
  onTestFinished(() => next.close(0));
  await next.listen();

  expect(await call).toMatchObject({ number: 5 });
});

test("an address at which nobody listens is unavailable", async () => {
  const { server } = await serve({});
  await server.close(0);

  const error = await openClient(server.address)
    .get({})
    .catch((reason: unknown) => reason);

  expect(error).toMatchObject({ code: Code.Unavailable, rawMessage: expect.stringContaining(server.address) });
});

test("a response larger than the caller allows is refused by the caller", async () => {
  const { server } = await serve({ get: () => ({ text: "x".repeat(200_000) }) });

  const error = await openClient(server.address, { maxMessageBytes: 100_000 })
    .get({})
    .catch((reason: unknown) => reason);

  expect(error).toMatchObject({ code: Code.ResourceExhausted });
});

test("calls beyond the limit of a transport fail at once", async () => {
  const { server } = await serve({ get: () => new Promise(() => undefined) });
  const client = openClient(server.address, { maxCalls: 1 });
  const giveUp = new AbortController();
  const first = client.get({}, { signal: giveUp.signal }).catch((reason: unknown) => reason);

  const second = await client.get({}).catch((reason: unknown) => reason);

  expect(second).toMatchObject({ code: Code.ResourceExhausted });
  giveUp.abort();
  expect(await first).toMatchObject({ code: Code.Canceled });
});

test("a call that is aborted while it waits for a connection is never sent, and the connection is kept", async () => {
  const served: string[] = [];
  const finish = Promise.withResolvers<void>();
  const { server } = await serve({
    async change({ text }) {
      served.push(text);
      if (text === "first") await finish.promise;
      return {};
    },
  });
  const client = openClient(server.address, { maxConnections: 1 });
  const giveUp = new AbortController();
  const first = client.change({ text: "first" });
  await until(() => served.length === 1);

  const second = client.change({ text: "second" }, { signal: giveUp.signal }).catch((reason: unknown) => reason);
  const third = client.change({ text: "third" });
  giveUp.abort();
  expect(await second).toMatchObject({ code: Code.Canceled });
  finish.resolve();
  await Promise.all([first, third]);

  expect(served).toEqual(["first", "third"]);
});

/** Reads every request and closes the connection without a response, like a server whose keep-alive time has just ended. */
async function flakyServer() {
  const flaky = { address: "", requests: 0 };
  const server = createServer((socket) => {
    socket.once("data", () => {
      flaky.requests++;
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  const address = server.address();
  flaky.address = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  return flaky;
}
