import { Code, ConnectError, createClient, type HandlerContext } from "@connectrpc/connect";
import { FailureDetailSchema } from "@parley/contracts/common";
import { BadRequestSchema, ErrorInfoSchema } from "@parley/contracts/errors";
import { currentCall, Failure, failureKinds } from "@parley/kernel";
import { until } from "@parley/testing";
import { afterEach, describe, expect, test } from "vitest";
import { codeOfKind } from "../src/failure-codes.ts";
import { RemoteFailure } from "../src/index.ts";
import { echoRegistration, token } from "./echo-service.ts";
import { EchoService } from "./proto/gen/echo_pb.js";
import { type PathOptions, paths } from "./rpc-paths.ts";

describe.each(paths)("over $name", (path) => {
  const closing: (() => Promise<void>)[] = [];

  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  async function open(
    handlers: Parameters<typeof echoRegistration>[0],
    options: PathOptions & Parameters<typeof echoRegistration>[1] = {},
  ) {
    const { registration, reports } = echoRegistration(handlers, options);
    const { transport, close } = await path.open([registration], options);
    closing.push(close);
    return { client: createClient(EchoService, transport), reports };
  }

  test("a call is answered and reported once", async () => {
    const { client, reports } = await open({});

    const answer = await client.get({ text: "é😀", number: -7 });

    expect(answer).toMatchObject({ $typeName: "parley.test.v1.EchoResponse", text: "é😀", number: -7 });
    expect(reports).toEqual({ bugs: [], calls: [{ method: "Get", code: "ok", transport: path.network ? "network" : "local" }] });
  });

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
  ])("a handler that throws %s is a bug: reported, answered INTERNAL, nothing told", async (_what, thrown) => {
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

  test("a failure of another service that the handler does not name is answered as unavailable", async () => {
    const remote = new RemoteFailure("other.Service", "Find", new ConnectError("secret of the table", Code.NotFound));
    const { client, reports } = await open({
      async get() {
        throw remote;
      },
    });

    const error = await failureOf(client.get({}));

    expect(error.code).toBe(Code.Unavailable);
    expect(error.rawMessage).toBe("Something that this request needs does not answer. Try again.");
    expect(error.findDetails(FailureDetailSchema)).toMatchObject([{ reason: "dependency_unavailable" }]);
    expect(reports.bugs).toMatchObject([{ error: remote }]);
  });

  test("a call whose time is over is answered at once, and its handler is told", async () => {
    const handler = new Handler();
    const { client, reports } = await open({ get: handler.hang });

    const error = await failureOf(client.get({}, { timeoutMs: 100 }));

    expect(error.code).toBe(Code.DeadlineExceeded);
    await until(() => handler.signal?.aborted);
    expect(handler.deadlineInMs).toBeLessThanOrEqual(100);
    await until(() => reports.calls.length > 0);
    // A caller whose own clock was faster has gone by then.
    expect(reports.calls[0]?.code).toMatch(/^(deadline_exceeded|canceled)$/);
    expect(reports.bugs).toEqual([]);
  });

  test("a call without a time gets the service's own, and no call gets more than the service allows", async () => {
    const handler = new Handler();
    const { client } = await open({ get: handler.answer }, { defaultTimeoutMs: 2_000, maxTimeoutMs: 3_000 });

    await client.get({});
    expect(handler.deadlineInMs).toSatisfy(within(1_000, 2_000));
    await client.get({}, { timeoutMs: 60_000 });
    expect(handler.deadlineInMs).toSatisfy(within(2_001, 3_000));
  });

  test("a call that its caller gives up is ended, and its handler is told", async () => {
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

  test("a call that was given up before it began is not made", async () => {
    const handler = new Handler();
    const { client } = await open({ get: handler.answer });

    const error = await failureOf(client.get({}, { signal: AbortSignal.abort() }));

    expect(error.code).toBe(Code.Canceled);
    expect(handler.signal).toBeUndefined();
  });

  test("request headers reach the handler; response headers and trailers reach the caller", async () => {
    const { client } = await open({
      get(_request, { requestHeader, responseHeader, responseTrailer }) {
        responseHeader.set("x-answer", `${requestHeader.get("x-question")}!`);
        responseHeader.append("x-many", "1");
        responseHeader.append("x-many", "2");
        responseTrailer.set("x-after", "z");
        return {};
      },
    });
    let header = new Headers();
    let trailer = new Headers();

    await client.get({}, { headers: { "X-Question": "why" }, onHeader: (all) => (header = all), onTrailer: (all) => (trailer = all) });

    expect(header.get("x-answer")).toBe("why!");
    expect(header.get("x-many")).toBe("1, 2");
    expect(header.has("x-after")).toBe(false);
    expect(trailer.get("x-after")).toBe("z");
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

  test("the request id of the caller is kept, and one is made for a caller without a sound one", async () => {
    const ids: (string | undefined)[] = [];
    const { client } = await open({
      get() {
        ids.push(currentCall()?.requestId);
        return {};
      },
    });

    await client.get({}, { headers: { "x-request-id": "req_from_outside" } });
    await client.get({}, { headers: { "x-request-id": `too long ${"x".repeat(200)}` } });
    await client.get({});

    expect(ids[0]).toBe("req_from_outside");
    expect(ids[1]).toMatch(/^[\da-f-]{36}$/);
    expect(ids[2]).toMatch(/^[\da-f-]{36}$/);
    expect(ids[1]).not.toBe(ids[2]);
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

  test("an answer of a stream follows the other, and the call is reported at its end", async () => {
    const { client, reports } = await open({});
    const numbers: number[] = [];

    for await (const { number } of client.count({ number: 3 })) numbers.push(number);

    expect(numbers).toEqual([1, 2, 3]);
    expect(reports.calls).toMatchObject([{ method: "Count", code: "ok" }]);
  });

  test("a stream carries headers, trailers, answers and then its failure", async () => {
    const { client } = await open({
      async *count(_request, { responseHeader, responseTrailer }) {
        responseHeader.set("x-answer", currentCall()?.requestId ?? "outside of the call");
        yield { number: 1 };
        responseTrailer.set("x-after", currentCall()?.requestId ?? "outside of the call");
        throw new Failure("aborted", "No more.", { reason: "enough" });
      },
    });
    const numbers: number[] = [];
    let header = new Headers();

    const error = await failureOf(
      (async () => {
        const options = { headers: { "x-request-id": "r1" }, onHeader: (all: Headers) => (header = all) };
        for await (const { number } of client.count({}, options)) numbers.push(number);
      })(),
    );

    expect(numbers).toEqual([1]);
    expect(header.get("x-answer")).toBe("r1");
    expect(error.code).toBe(Code.Aborted);
    expect(error.findDetails(FailureDetailSchema)).toMatchObject([{ reason: "enough" }]);
  });

  test("a stream whose caller gives up is ended, and its handler is told", async () => {
    const handler = new Handler();
    const { client, reports } = await open({
      async *count(request, context) {
        yield { number: 1 };
        yield await handler.hang(request, context);
      },
    });
    const giveUp = new AbortController();

    const error = await failureOf(
      (async () => {
        for await (const _answer of client.count({}, { signal: giveUp.signal }))
          void until(() => handler.signal).then(() => giveUp.abort());
      })(),
    );

    expect(error.code).toBe(Code.Canceled);
    await until(() => handler.signal?.aborted && reports.calls.length > 0);
    expect(reports).toMatchObject({ bugs: [], calls: [{ code: "canceled" }] });
  });

  test("a stream of requests is read to its end, each checked by the rules", async () => {
    const { client } = await open({});

    expect(await client.sum(stream({ number: 1 }, { number: 2 }, { number: 3 }))).toMatchObject({ number: 6 });
    const error = await failureOf(client.sum(stream({ number: 1 }, { ruled: {} })));
    expect(error.code).toBe(Code.InvalidArgument);
    expect(error.rawMessage).toBe("The request is not valid: ruled.organization_id must be set.");
  });

  test.runIf(path.bidi)("requests and answers of a stream alternate", async () => {
    const { client } = await open({});
    const heard: number[] = [];
    const next = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    async function* questions() {
      for (const [number, { promise }] of next.entries()) {
        yield { number };
        await promise;
      }
    }

    for await (const { number } of client.chat(questions())) {
      heard.push(number);
      next[number]?.resolve();
    }

    expect(heard).toEqual([0, 1, 2]);
  });

  describe.runIf(path.network)("between processes", () => {
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
});

/** A handler that can be watched. */
class Handler {
  signal: AbortSignal | undefined;
  deadlineInMs = 0;

  readonly answer = (_request: unknown, { signal }: HandlerContext) => {
    this.signal = currentCall()?.signal;
    expect(signal).toBe(this.signal);
    this.deadlineInMs = (currentCall()?.deadlineMs ?? 0) - performance.now();
    return {};
  };

  /** Does not answer until it is told to stop, then fails as an aborted operation does. */
  readonly hang = (request: unknown, context: HandlerContext) => {
    this.answer(request, context);
    return new Promise<never>((_resolve, reject) => {
      context.signal.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError")));
    });
  };
}

async function failureOf(call: Promise<unknown>): Promise<ConnectError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConnectError);
  return error as ConnectError;
}

async function* stream<Item>(...items: Item[]): AsyncIterable<Item> {
  yield* items;
}

function within(least: number, most: number): (value: number) => boolean {
  return (value) => value >= least && value <= most;
}
