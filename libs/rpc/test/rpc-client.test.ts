import { createServer } from "node:http";
import { Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { currentContext, Failure, failureKinds, type RequestContext, runWithContext } from "@parley/kernel";
import { until } from "@parley/testing";
import { afterEach, describe, expect, test } from "vitest";
import { createRpcClient, createRpcTransport, propagate, RemoteFailure } from "../src/index.ts";
import { echoRegistration } from "./echo-service.ts";
import { EchoService } from "./proto/gen/echo_pb.js";
import { paths } from "./rpc-paths.ts";

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

describe.each(paths.filter(({ name }) => ["local", "fast path both ways", "gRPC client"].includes(name)))("over $name", (path) => {
  async function serve(handlers: Parameters<typeof echoRegistration>[0]) {
    const { registration, reports } = echoRegistration(handlers);
    const { transport, close } = await path.open([registration]);
    closing.push(close);
    return { transport, reports };
  }

  test("request id, deadline and cancellation pass through two hops", async () => {
    const seen: { hop: string; call: RequestContext | undefined }[] = [];
    const inner = await serve({
      change() {
        seen.push({ hop: "inner", call: currentContext() });
        return new Promise(() => undefined);
      },
    });
    const innerClient = createRpcClient(EchoService, inner.transport);
    const outer = await serve({
      get: async () => {
        seen.push({ hop: "outer", call: currentContext() });
        return await innerClient.change({});
      },
    });
    const giveUp = new AbortController();
    const own = { requestId: "r-17", deadlineMs: performance.now() + 5_000, signal: giveUp.signal, traced: false };

    const failed = runWithContext(own, () => remoteFailureOf(createRpcClient(EchoService, outer.transport).get({})));
    await until(() => seen.length === 2);
    giveUp.abort();

    expect((await failed).code).toBe(Code.Canceled);
    expect(seen.map(({ hop, call }) => [hop, call?.requestId])).toEqual([
      ["outer", "r-17"],
      ["inner", "r-17"],
    ]);
    for (const { call } of seen) expect((call?.deadlineMs ?? 0) - own.deadlineMs).toSatisfy((ms: number) => Math.abs(ms) < 3_000);
    await until(() => seen.every(({ call }) => call?.signal.aborted));
    await until(() => outer.reports.calls.length > 0);
    expect(outer.reports).toMatchObject({ bugs: [], calls: [{ code: "canceled" }] });
  });

  test("the limits of an API key pass through two hops, and a request without any has none", async () => {
    const seen: (RequestContext["rowLimits"] | undefined)[] = [];
    const inner = await serve({
      change() {
        seen.push(currentContext()?.rowLimits);
        return {};
      },
    });
    const innerClient = createRpcClient(EchoService, inner.transport);
    const outer = await serve({ get: () => innerClient.change({}) });
    const call = { requestId: "r-18", deadlineMs: performance.now() + 5_000, signal: new AbortController().signal, traced: false };
    const rowLimits = { documents: { own: 100, most: 0 }, comments: { own: 0, most: 1_000_000_000 } };

    await runWithContext({ ...call, rowLimits }, () => createRpcClient(EchoService, outer.transport).get({}));
    await runWithContext(call, () => createRpcClient(EchoService, outer.transport).get({}));

    expect(seen).toEqual([rowLimits, undefined]);
  });

  test("when a deadline passes further down, it passes for the caller too", async () => {
    const inner = await serve({ change: () => new Promise(() => undefined) });
    const innerClient = createRpcClient(EchoService, inner.transport);
    const outer = await serve({ get: () => innerClient.change({}) });

    const failure = await remoteFailureOf(createRpcClient(EchoService, outer.transport).get({}, { timeoutMs: 150 }));

    expect(failure.failure?.kind).toBe("deadline_exceeded");
    await until(() => outer.reports.calls.length > 0);
    expect(outer.reports.bugs).toEqual([]);
    expect(outer.reports.calls[0]?.code).toMatch(/^(deadline_exceeded|canceled)$/);
  });

  test.each(failureKinds)("a failure %s of the other service is known by kind, reason and violations", async (kind) => {
    const violations = [{ field: "text", message: "must rhyme" }];
    const { transport } = await serve({
      get() {
        throw new Failure(kind, "No rhyme.", { reason: "no_rhyme", violations });
      },
    });

    const { failure, service, method, code } = await remoteFailureOf(createRpcClient(EchoService, transport).get({}));

    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({ kind, message: "No rhyme.", reason: "no_rhyme", violations });
    expect({ service, method, code: Code[code] }).toMatchObject({ service: "parley.test.v1.EchoService", method: "Get" });
  });

  test("a bug of the other service is no `Failure`, but has its code", async () => {
    const { transport } = await serve({
      get() {
        throw new TypeError("undefined is not a function");
      },
    });

    const { failure, code } = await remoteFailureOf(createRpcClient(EchoService, transport).get({}));

    expect(failure).toBeUndefined();
    expect(code).toBe(Code.Internal);
  });

  test("a handler passes on the failure kinds that it lists, and no others", async () => {
    const kinds = ["not_found", "aborted"] as const;
    const inner = await serve({
      change({ number }) {
        throw new Failure(kinds[number] ?? "aborted", "From further down.", { reason: "inner_reason" });
      },
    });
    const innerClient = createRpcClient(EchoService, inner.transport);
    const outer = await serve({ get: (request) => propagate(["not_found"], () => innerClient.change({ number: request.number })) });
    const client = createRpcClient(EchoService, outer.transport);

    const named = await remoteFailureOf(client.get({ number: 0 }));
    const other = await remoteFailureOf(client.get({ number: 1 }));

    expect(named.failure).toMatchObject({ kind: "not_found", message: "From further down.", reason: "inner_reason" });
    expect(other.failure).toMatchObject({ kind: "unavailable", reason: "dependency_unavailable" });
  });

  test("a failure in the middle of a stream arrives after the responses before it", async () => {
    const { transport } = await serve({
      async *count() {
        yield { number: 1 };
        throw new Failure("aborted", "No more.", { reason: "enough" });
      },
    });
    const numbers: number[] = [];

    const failure = await remoteFailureOf(
      (async () => {
        for await (const { number } of createRpcClient(EchoService, transport).count({})) numbers.push(number);
      })(),
    );

    expect(numbers).toEqual([1]);
    expect(failure.failure).toMatchObject({ kind: "aborted", reason: "enough" });
  });

  test("a method that the other side does not have is unimplemented", async () => {
    const { transport, close } = await path.open([]);
    closing.push(close);

    const failure = await remoteFailureOf(createRpcClient(EchoService, transport).get({}));

    expect(failure.failure?.kind).toBe("unimplemented");
  });
});

test("our transport and Connect's own server understand each other", async () => {
  const { registration } = echoRegistration({
    get({ text }, { requestHeader, responseHeader, responseTrailer }) {
      if (text === "") throw new Failure("not_found", "There is no text.", { reason: "no_text" });
      responseHeader.set("x-answer", `${requestHeader.get("x-question")}!`);
      responseTrailer.set("x-after", "z");
      return { text };
    },
  });
  const server = createServer(connectNodeAdapter({ routes: (router) => registration.route(router) }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const transport = createRpcTransport({ baseUrl: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}` });
  closing.push(
    () => new Promise((resolve) => server.close(() => resolve())),
    () => transport.close(),
  );
  const client = createRpcClient(EchoService, transport);
  const seen: (string | null)[] = [];

  const onHeader = (header: Headers) => seen.push(header.get("x-answer"));
  const onTrailer = (trailer: Headers) => seen.push(trailer.get("x-after"));
  const answer = await client.get({ text: "é" }, { headers: { "x-question": "why" }, onHeader, onTrailer });

  expect([answer.text, ...seen]).toEqual(["é", "why!", "z"]);
  expect((await remoteFailureOf(client.get({}))).failure).toMatchObject({ kind: "not_found", reason: "no_text" });
});

test("a call whose deadline has passed sends nothing", async () => {
  const transport = {} as Transport;
  const own = { requestId: "r", deadlineMs: performance.now() - 1, signal: new AbortController().signal, traced: false };

  const call = runWithContext(own, () => createRpcClient(EchoService, transport).get({}));

  await expect(call).rejects.toMatchObject({ name: "Failure", kind: "deadline_exceeded" });
});

test("outside of a served call, the time-out is the client's default", async () => {
  const times: (number | undefined)[] = [];
  const transport = {
    unary: async (_method: unknown, _signal: unknown, timeoutMs: number | undefined) => {
      times.push(timeoutMs);
      throw new ConnectError("enough", Code.Aborted);
    },
  } as unknown as Transport;
  const client = createRpcClient(EchoService, transport, { defaultTimeoutMs: 1_234 });

  await remoteFailureOf(client.get({}));
  await remoteFailureOf(client.get({}, { timeoutMs: 77 }));

  expect(times).toEqual([1_234, 77]);
});

test("messages pass by reference within the process", async () => {
  const { registration } = echoRegistration({ get: (request) => ({ text: String(request === sent), number: 1 }) });
  const [local] = paths;
  const { transport } = (await local?.open([registration])) ?? {};
  if (transport === undefined) throw new Error("There is no local path.");
  const client = createClient(EchoService, transport);
  const sent = { $typeName: "parley.test.v1.EchoRequest" as const, text: "", number: 0, apiKeyId: "", waitMs: 0 };

  expect((await client.get(sent)).text).toBe("true");
});

async function remoteFailureOf(call: Promise<unknown>): Promise<RemoteFailure> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(RemoteFailure);
  return error as RemoteFailure;
}
