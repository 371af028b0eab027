import { Code } from "@connectrpc/connect";
import { FailureDetailSchema } from "@parley/contracts/common";
import { currentContext, Failure } from "@parley/kernel";
import { until } from "@parley/testing";
import { describe, expect, test } from "vitest";
import { failureOf, Handler, openEcho, stream } from "./echo-calls.ts";
import { paths } from "./rpc-paths.ts";

describe.each(paths)("over $name", (path) => {
  const open = openEcho(path);

  test("the responses of a stream arrive in order, and the call is reported at its end", async () => {
    const { client, reports } = await open({});
    const numbers: number[] = [];

    for await (const { number } of client.count({ number: 3 })) numbers.push(number);

    expect(numbers).toEqual([1, 2, 3]);
    expect(reports.calls).toMatchObject([{ method: "Count", code: "ok" }]);
  });

  test("a stream carries headers, responses, trailers and then its failure", async () => {
    const { client } = await open({
      async *count(_request, { responseHeader, responseTrailer }) {
        responseHeader.set("x-answer", currentContext()?.requestId ?? "outside of the call");
        yield { number: 1 };
        responseTrailer.set("x-after", currentContext()?.requestId ?? "outside of the call");
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

  test("a stream that its caller cancels is ended, and its handler is aborted", async () => {
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

  if (!path.bidi) return;
  test("requests and responses of a stream alternate", async () => {
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
});

// Our own client always sets a deadline.
describe.each(paths.filter(({ name }) => name.includes("client")))("over $name", (path) => {
  test("a stream without a deadline lives longer than a call may take, and one with a deadline as long as that", async () => {
    const { client } = await openEcho(path)(
      {
        async *count({ number }) {
          const begun = performance.now();
          for (let index = 1; index <= number; index++) {
            await until(() => performance.now() > begun + index * 100);
            yield { number: index };
          }
        },
      },
      { defaultTimeoutMs: 100, maxTimeoutMs: 150 },
    );
    const count = async (timeoutMs?: number) => {
      const numbers: number[] = [];
      for await (const { number } of client.count({ number: 4 }, timeoutMs === undefined ? {} : { timeoutMs })) numbers.push(number);
      return numbers;
    };

    expect(await count()).toEqual([1, 2, 3, 4]);
    expect(await count(60_000)).toEqual([1, 2, 3, 4]);
    expect((await failureOf(count(50))).code).toBe(Code.DeadlineExceeded);
  });

  test("a stream of an open service is bounded, because anybody may call it", async () => {
    const handler = new Handler();
    const { client } = await openEcho(path)(
      {
        async *count(request, context) {
          yield await handler.hang(request, context);
        },
      },
      { open: true, defaultTimeoutMs: 100, maxTimeoutMs: 150 },
    );
    const end = async () => {
      for await (const _ of client.count({}));
    };

    expect((await failureOf(end())).code).toBe(Code.DeadlineExceeded);
  });
});
