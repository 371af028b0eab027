import { Code, createClient } from "@connectrpc/connect";
import { createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";
import { currentContext } from "@parley/kernel";
import { until } from "@parley/testing";
import { expect, onTestFinished, test } from "vitest";
import { createRpcServer } from "../src/index.ts";
import { openClient, refused, serve } from "./echo-server.ts";
import { echoRegistration, token } from "./echo-service.ts";
import { EchoService } from "./proto/gen/echo_pb.js";

test("running calls are answered while the server closes, and kept connections are told to close", async () => {
  const finish = Promise.withResolvers<void>();
  const { server, reports } = await serve({ get: async ({ text }) => finish.promise.then(() => ({ text })) });
  const sessionManager = new Http2SessionManager(server.address);
  onTestFinished(async () => sessionManager.abort());
  const grpc = createClient(EchoService, createGrpcTransport({ baseUrl: server.address, sessionManager }));
  const http1 = openClient(server.address);

  const headers = { authorization: `Bearer ${token}` };
  const running = [http1.get({ text: "a" }), http1.get({ text: "b" }), grpc.get({ text: "c" }, { headers })];
  await until(() => sessionManager.state() === "open");
  await http1.change({});
  await until(() => reports.calls.length === 1);
  let closed = false;
  const close = server.close(10_000).then(() => (closed = true));
  await refused(server.address);
  expect(closed).toBe(false);
  finish.resolve();

  expect((await Promise.all(running)).map(({ text }) => text)).toEqual(["a", "b", "c"]);
  await close;
});

test("no call is lost while a server under load closes and another takes over", async () => {
  const first = await serve({});
  const client = openClient(first.server.address);
  let answered = 0;
  let loading = true;
  const load = Array.from({ length: 16 }, async () => {
    while (loading) {
      await client.change({ number: answered });
      answered++;
    }
  });
  await until(() => answered > 200);

  // Refused connections are tried again after a moment; by then the next server listens.
  const closed = first.server.close(5_000);
  const { registration } = echoRegistration({});
  const next = createRpcServer({ registrations: [registration], host: "127.0.0.1", port: first.port });
  onTestFinished(() => next.close(0));
  // The next server listens as soon as the port is free. The first server accepts waiting connections before it releases the port.
  await until(() =>
    next.listen().then(
      () => true,
      () => false,
    ),
  );
  await closed;
  const before = answered;
  await until(() => answered > before + 200);
  loading = false;

  await Promise.all(load);
});

test("a call that still runs after the grace period is cut off, and its handler is aborted", async () => {
  let signal: AbortSignal | undefined;
  const { server } = await serve({
    get() {
      signal = currentContext()?.signal;
      return new Promise(() => undefined);
    },
  });
  const call = openClient(server.address)
    .get({})
    .catch((error: unknown) => error);
  await until(() => signal);

  await server.close(50);

  expect(await call).toMatchObject({ code: Code.Unavailable });
  await until(() => signal?.aborted);
});

test("a stream whose server is cut off fails with UNAVAILABLE", async () => {
  const began = Promise.withResolvers<void>();
  const { server } = await serve({
    async *count() {
      yield { text: "one" };
      began.resolve();
      await new Promise(() => undefined);
    },
  });
  const client = openClient(server.address);
  const texts: string[] = [];
  const reading = (async () => {
    for await (const { text } of client.count({ text: "x" }, { timeoutMs: 10_000 })) texts.push(text);
  })();
  await began.promise;
  await server.close(0);

  await expect(reading).rejects.toMatchObject({ code: Code.Unavailable });
  expect(texts).toEqual(["one"]);
});
