import { once } from "node:events";
import { connect as connectHttp2 } from "node:http2";
import { connect, createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { Code, createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";
import { currentCall, Failure } from "@parley/kernel";
import { until } from "@parley/testing";
import { request } from "undici";
import { afterEach, expect, test } from "vitest";
import { createRpcServer, createRpcTransport, type RpcServerOptions } from "../src/index.ts";
import { echoRegistration, token } from "./echo-service.ts";
import { EchoService } from "./proto/gen/echo_pb.js";

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(handlers: Parameters<typeof echoRegistration>[0], options: Partial<RpcServerOptions> = {}) {
  const { registration, reports } = echoRegistration(handlers);
  const server = createRpcServer({ registrations: [registration], host: "127.0.0.1", port: 0, ...options });
  const port = await server.listen();
  closing.push(() => server.close(0));
  return { server, port, reports };
}

function open(baseUrl: string, options: Partial<Parameters<typeof createRpcTransport>[0]> = {}) {
  const transport = createRpcTransport({ baseUrl, tokens: [token], ...options });
  closing.unshift(() => transport.close());
  return createClient(EchoService, transport);
}

test("calls that run are answered while the server closes, and connections that are kept are told", async () => {
  const finish = Promise.withResolvers<void>();
  const { server, reports } = await serve({ get: async ({ text }) => finish.promise.then(() => ({ text })) });
  const sessionManager = new Http2SessionManager(server.address);
  closing.unshift(async () => sessionManager.abort());
  const grpc = createClient(EchoService, createGrpcTransport({ baseUrl: server.address, sessionManager }));
  const http1 = open(server.address);

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
  const client = open(first.server.address);
  let answered = 0;
  let loading = true;
  const load = Array.from({ length: 16 }, async () => {
    while (loading) {
      await client.change({ number: answered });
      answered++;
    }
  });
  await until(() => answered > 200);

  // Refused connections are tried once more after a moment; by then the next server listens.
  const closed = first.server.close(5_000);
  const { registration } = echoRegistration({});
  const next = createRpcServer({ registrations: [registration], host: "127.0.0.1", port: first.port });
  closing.push(() => next.close(0));
  // As soon as the port is free: the first accepts who waits before it lets go.
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

test("what still runs when the grace is over is cut off, and its handler is told", async () => {
  let signal: AbortSignal | undefined;
  const { server } = await serve({
    get() {
      signal = currentCall()?.signal;
      return new Promise(() => undefined);
    },
  });
  const call = open(server.address)
    .get({})
    .catch((error: unknown) => error);
  await until(() => signal);

  await server.close(50);

  expect(await call).toMatchObject({ code: Code.Unavailable });
  await until(() => signal?.aborted);
});

test("a call past its deadline is answered by the server itself, in Connect's words", async () => {
  let reason: unknown;
  const { server } = await serve({
    get(_request, { signal }) {
      signal.addEventListener("abort", () => (reason = signal.reason));
      return new Promise(() => undefined);
    },
  });

  const { statusCode, body } = await post(server.address, "Get", { "connect-timeout-ms": "30" });

  expect(statusCode).toBe(504);
  expect(await body.json()).toMatchObject({
    code: "deadline_exceeded",
    details: [{ type: "parley.common.v1.FailureDetail" }, { type: "google.rpc.ErrorInfo" }],
  });
  expect(reason).toBeInstanceOf(Failure);
});

test.each([
  ["a time that is no number", { "connect-timeout-ms": "soon" }, 400],
  ["a method that does not exist", {}, 404],
])("%s is refused alike on the fast path and on Connect's own", async (what, headers, status) => {
  const { server } = await serve({});
  const method = what.startsWith("a method") ? "Nothing" : "Get";

  const fast = await post(server.address, method, headers);
  const own = await post(server.address, method, { ...headers, "content-type": "application/json" }, "{}");

  expect([fast.statusCode, own.statusCode]).toEqual([status, status]);
  expect(await fast.body.text()).toBe(await own.body.text());
});

test("a time that no timer can hold is refused", async () => {
  const { server } = await serve({});

  const { statusCode, body } = await post(server.address, "Get", { "connect-timeout-ms": "9999999999" });

  expect(statusCode).toBe(400);
  expect(await body.json()).toMatchObject({ code: "invalid_argument" });
});

test("bytes that are no message are refused in Connect's words", async () => {
  const { server } = await serve({});

  const { statusCode, body } = await post(server.address, "Get", {}, Buffer.from([0xff]));

  expect(statusCode).toBe(500);
  expect(await body.json()).toMatchObject({ code: "internal", message: expect.stringContaining("parse binary") });
});

test("an answer that its type does not allow is a bug of the handler: reported, answered INTERNAL", async () => {
  const { server, reports } = await serve({ get: () => ({ number: 1.5 }) });

  const error = await open(server.address)
    .get({})
    .catch((reason: unknown) => reason);

  expect(error).toMatchObject({ code: Code.Internal, rawMessage: "Something went wrong in the service." });
  expect(reports.bugs).toMatchObject([{ method: "parley.test.v1.EchoService/Get" }]);
});

test("a header that HTTP/2 forbids is a bug of the handler: reported, the call cut off", async () => {
  const { server, reports } = await serve({
    get(_request, { responseHeader }) {
      responseHeader.set("transfer-encoding", "chunked");
      return {};
    },
  });
  const sessionManager = new Http2SessionManager(server.address);
  closing.unshift(async () => sessionManager.abort());
  const client = createClient(EchoService, createConnectTransport({ baseUrl: server.address, httpVersion: "2", sessionManager }));

  const error = await client.get({}, { headers: { authorization: `Bearer ${token}` } }).catch((reason: unknown) => reason);

  expect(error).toMatchObject({ code: Code.Internal });
  expect(reports.bugs).toMatchObject([{ method: "parley.test.v1.EchoService/Get" }]);
});

test("a compressed request is refused on Connect's own path", async () => {
  const { server } = await serve({});

  const { statusCode } = await post(server.address, "Get", { "content-encoding": "gzip" });

  expect(statusCode).toBe(501);
});

test("HTTP/2 takes the fast path too", async () => {
  const { server } = await serve({ get: (_request, { requestHeader }) => ({ text: requestHeader.get("x-question") ?? "" }) });
  const session = connectHttp2(server.address);
  closing.unshift(async () => session.destroy());

  const stream = session.request({
    ":method": "POST",
    ":path": "/parley.test.v1.EchoService/Get",
    "content-type": "application/proto",
    authorization: `Bearer ${token}`,
    "x-question": "why",
  });
  stream.end();
  const [headers] = await once(stream, "response");
  const chunks = await stream.toArray();

  expect(headers).toMatchObject({ ":status": 200, "content-type": "application/proto" });
  expect(Buffer.concat(chunks).toString("latin1")).toContain("why");
});

test("a connection that says nothing, or half a word, is closed", async () => {
  const { port } = await serve({}, { headTimeoutMs: 50 });
  const silent = connect(port, "127.0.0.1");
  const halting = connect(port, "127.0.0.1");
  halting.write("PR");

  await Promise.all([once(silent.resume(), "close"), once(halting.resume(), "close")]);
});

test("a head of a request that does not end is cut off", async () => {
  const { port } = await serve({}, { headTimeoutMs: 50 });
  const socket = connect(port, "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\n");

  const [answer] = await Promise.all([socket.toArray(), once(socket, "close")]);

  expect(Buffer.concat(answer).toString()).toMatch(/^HTTP\/1.1 408 /);
});

test("a protocol preface that comes in pieces is understood", async () => {
  const { port } = await serve({});
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  closing.unshift(async () => void socket.destroy());
  await once(socket, "connect");
  for (const letter of "POST /parley.test.v1.EchoService/Get HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n") {
    await new Promise((resolve) => socket.write(letter, resolve));
  }

  const [answer] = await once(socket, "data");

  expect(String(answer)).toMatch(/^HTTP\/1.1 415 /);
});

test("connections beyond the limit are refused", async () => {
  const { port, server } = await serve({}, { maxConnections: 1 });
  const held = connect(port, "127.0.0.1");
  closing.unshift(async () => void held.destroy());
  await once(held, "connect");

  await refused(server.address);
});

test("a method that is safe to repeat is sent again when a kept connection was closed meanwhile; another is not", async () => {
  const flaky = await flakyServer();
  const client = open(flaky.address);

  const safe = await client.get({}).catch((error: unknown) => error);
  const requestsOfSafe = flaky.requests;
  const unsafe = await client.change({}).catch((error: unknown) => error);

  expect(safe).toMatchObject({ code: Code.Unavailable });
  expect(unsafe).toMatchObject({ code: Code.Unavailable });
  expect(requestsOfSafe).toBe(4);
  expect(flaky.requests).toBe(5);
});

test("any method is tried again when the other side did not listen, for it was never sent", async () => {
  const { server, port } = await serve({});
  await server.close(0);
  const client = open(`http://127.0.0.1:${port}`);

  const call = client.change({ number: 5 });
  const { registration } = echoRegistration({});
  const next = createRpcServer({ registrations: [registration], host: "127.0.0.1", port });
  closing.push(() => next.close(0));
  await next.listen();

  expect(await call).toMatchObject({ number: 5 });
});

test("an address at which nobody listens is unavailable", async () => {
  const { server } = await serve({});
  await server.close(0);

  const error = await open(server.address)
    .get({})
    .catch((reason: unknown) => reason);

  expect(error).toMatchObject({ code: Code.Unavailable, rawMessage: expect.stringContaining(server.address) });
});

test("an answer larger than the caller allows is refused by the caller", async () => {
  const { server } = await serve({ get: () => ({ text: "x".repeat(200_000) }) });

  const error = await open(server.address, { maxMessageBytes: 100_000 })
    .get({})
    .catch((reason: unknown) => reason);

  expect(error).toMatchObject({ code: Code.ResourceExhausted });
});

test("calls beyond the limit of a transport fail at once", async () => {
  const { server } = await serve({ get: () => new Promise(() => undefined) });
  const client = open(server.address, { maxCalls: 1 });
  const giveUp = new AbortController();
  const first = client.get({}, { signal: giveUp.signal }).catch((reason: unknown) => reason);

  const second = await client.get({}).catch((reason: unknown) => reason);

  expect(second).toMatchObject({ code: Code.ResourceExhausted });
  giveUp.abort();
  expect(await first).toMatchObject({ code: Code.Canceled });
});

test("a call given up while it waits for a connection is never sent, and the connection is kept", async () => {
  const served: string[] = [];
  const finish = Promise.withResolvers<void>();
  const { server } = await serve({
    async change({ text }) {
      served.push(text);
      if (text === "first") await finish.promise;
      return {};
    },
  });
  const client = open(server.address, { maxConnections: 1 });
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

function post(address: string, method: string, headers: Record<string, string>, body: string | Buffer = "") {
  const all = { "content-type": "application/proto", authorization: `Bearer ${token}`, connection: "close", ...headers };
  return request(`${address}/parley.test.v1.EchoService/${method}`, { method: "POST", headers: all, body });
}

/** Settles once the address takes no connection. One over the limit is accepted by the kernel and closed at once. */
async function refused(address: string): Promise<void> {
  const { hostname, port } = new URL(address);
  await until(async () => {
    const socket = connect(Number(port), hostname).on("error", () => undefined);
    const closed = new Promise<true>((resolve) => socket.resume().once("close", () => resolve(true)));
    const isRefused = await Promise.race([closed, delay(50, false)]);
    socket.destroy();
    return isRefused;
  });
}

/** Reads every request and answers none: it closes the connection, as a server does that has just stopped keeping it. */
async function flakyServer() {
  const flaky = { address: "", requests: 0 };
  const server = createServer((socket) => {
    socket.once("data", () => {
      flaky.requests++;
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise((resolve) => server.close(() => resolve())));
  const address = server.address();
  flaky.address = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  return flaky;
}
