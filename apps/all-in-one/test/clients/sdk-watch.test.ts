import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Attempt, HostileServer, type ScriptedAnswer } from "./hostile-server.ts";
import { Language, languages } from "./language.ts";

const credentials = { apiKey: "pk_test_1", authToken: "sk_1" };
const slow = { timeout: 30_000 };

describe.each(Object.entries(languages))("changes.watch in %s", (name, start) => {
  let server: HostileServer;
  let language: Language;
  const started = start();
  const skipped = typeof started === "string";
  if (skipped) console.warn(`SKIPPED: the watch of the client in ${name}, because ${started}.`);

  beforeAll(async () => {
    server = await HostileServer.start();
    if (started instanceof Language) language = started;
  });
  afterAll(async () => {
    await language?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  /** The outcome of a program that reads the given number of changes, and the requests that it sent. */
  async function watched(answers: readonly ScriptedAnswer[], take: number, data: object, options: object = {}) {
    const { baseUrl, attempts } = server.script(answers);
    const call = { client: { baseUrl, ...credentials }, operation: "changes.watch", data, options, take };
    return { outcome: await language.call(call), asked: attempts.map(askedOf), attempts };
  }

  test.skipIf(skipped).concurrent("continues from its cursor after every temporary failure, and skips nothing", slow, async () => {
    const answers: ScriptedAnswer[] = [
      page([], "c0"),
      failed(503, "UNAVAILABLE"),
      { fault: "reset" },
      failed(429, "RESOURCE_EXHAUSTED"),
      page(["chg_1", "chg_2"], "c1", false),
      failed(500, "INTERNAL"),
      { status: 502, text: "<html>Bad gateway</html>" },
      { ...page(["chg_3"], "c2"), fault: "half" },
      page(["chg_3"], "c2"),
    ];

    const { outcome, asked } = await watched(answers, 3, { organizationId: "acme", include: ["thread"] });

    expect(outcome).toEqual({ items: ["chg_1", "chg_2", "chg_3"], cursor: "c1" });
    const filters = { organizationId: "acme", include: ["thread"] };
    const waiting = (cursor: string) => ({ ...filters, cursor, waitMs: 25_000 });
    expect(asked).toEqual([{ ...filters, cursor: "now", waitMs: 0 }, ...Array(4).fill(waiting("c0")), ...Array(4).fill(waiting("c1"))]);
  });

  test.skipIf(skipped).concurrent("has the cursor before a page until all changes of the page were processed", slow, async () => {
    const answers = [page(["chg_1", "chg_2"], "c1"), page(["chg_3", "chg_4"], "c2")];

    const inTheFirst = await watched(answers, 2, { cursor: "start" });
    const inTheSecond = await watched(answers, 3, { cursor: "c9" });

    expect(inTheFirst.outcome).toEqual({ items: ["chg_1", "chg_2"], cursor: "start" });
    expect(inTheSecond.outcome).toEqual({ items: ["chg_1", "chg_2", "chg_3"], cursor: "c1" });
    expect(inTheSecond.asked.map(({ cursor }) => cursor)).toEqual(["c9", "c1"]);
  });

  test.skipIf(skipped).concurrent.each([
    [400, "INVALID_ARGUMENT"],
    [400, "OUT_OF_RANGE"],
    [401, "UNAUTHENTICATED"],
    [403, "PERMISSION_DENIED"],
    [501, "UNIMPLEMENTED"],
  ] as const)("ends at once with %d %s, which does not pass", slow, async (httpStatus, status) => {
    const answers = [page(["chg_1"], "c1"), failed(httpStatus, status), page(["chg_2"], "c2")];

    const { outcome, asked } = await watched(answers, 2, { cursor: "start" });

    expect(outcome).toMatchObject({ items: ["chg_1"], cursor: "c1", error: { status, httpStatus } });
    expect(asked).toHaveLength(2);
  });

  test.skipIf(skipped).concurrent("retries no sooner than requested", slow, async () => {
    const overloaded = { ...failed(429, "RESOURCE_EXHAUSTED"), headers: { "retry-after": "1" } };

    const { attempts } = await watched([overloaded, page(["chg_1"], "c1")], 1, { cursor: "start" });

    expect(attempts).toHaveLength(2);
    expect((attempts[1]?.atMs ?? 0) - (attempts[0]?.atMs ?? 0)).toBeGreaterThanOrEqual(995);
  });

  test.skipIf(skipped).concurrent("waits no longer than half the time of an attempt", slow, async () => {
    const { asked } = await watched([page(["chg_1"], "c1")], 1, { cursor: "start" }, { timeoutMs: 4_000 });

    expect(asked).toEqual([{ cursor: "start", waitMs: 2_000 }]);
  });

  test.skipIf(skipped).concurrent("pauses when a stopping gateway immediately returns no changes", slow, async () => {
    const answers = [...Array.from({ length: 5 }, () => page([], "c1")), page(["chg_1"], "c2")];

    const { outcome, attempts } = await watched(answers, 1, { cursor: "c0" });

    expect(outcome).toEqual({ items: ["chg_1"], cursor: "c1" });
    // Five pauses of up to 0.2 s, 0.4 s, … 3.2 s take 3.1 s on average; without pauses it takes some milliseconds.
    expect((attempts.at(-1)?.atMs ?? 0) - (attempts[0]?.atMs ?? 0)).toBeGreaterThan(200);
  });
});

function page(ids: readonly string[], nextCursor: string, upToDate = true): ScriptedAnswer {
  const data = ids.map((changeId) => ({ changeId, occurredAt: 0 }));
  return { json: { result: { status: "success", message: "Changes retrieved.", data, nextCursor, upToDate } } };
}

function failed(status: number, word: string): ScriptedAnswer {
  return { status, json: { error: { status: word, message: "It failed.", requestId: "r1" } } };
}

function askedOf({ body }: Attempt): { readonly cursor?: string } {
  return (body as { readonly data: { readonly cursor?: string } }).data;
}
