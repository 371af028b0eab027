import { Code } from "@connectrpc/connect";
import { until } from "@parley/testing";
import { expect, onTestFinished, test } from "vitest";
import { openClient, serve } from "./echo-server.ts";

// Eight connections: a key alone gets two of them.
const maxConnections = 8;
const slow = { apiKeyId: "pk_slow" };

/** A server that holds the calls of keys whose names begin with `pk_slow` until `release` is called, and a client of it. */
async function holdingServer(options: Parameters<typeof openClient>[1] = {}) {
  const held = Promise.withResolvers<void>();
  const began: string[] = [];
  const hold = async (apiKeyId: string, text: string) => {
    began.push(text || apiKeyId);
    if (apiKeyId.startsWith("pk_slow")) await held.promise;
  };
  const { server } = await serve({
    async get({ apiKeyId, text }) {
      await hold(apiKeyId, text);
      return { text };
    },
    async *count({ apiKeyId, text }) {
      yield { text };
      await hold(apiKeyId, text);
    },
  });
  onTestFinished(() => held.resolve());
  return { client: openClient(server.address, { maxConnections, maxStreams: 100, ...options }), began, release: held.resolve };
}

const soon = { timeoutMs: 2_000 };
const patient = { timeoutMs: 10_000 };
const failed = (error: unknown) => error;

test("a key's slow calls take a quarter of the connections, and another key's call does not wait for them", async () => {
  const { client, began, release } = await holdingServer();
  const ofSlow = Array.from({ length: 20 }, () => client.get(slow, patient).catch(failed));
  await until(() => began.length === 2);

  const ofOther = await client.get({ apiKeyId: "pk_other", text: "other" }, soon);

  expect(ofOther).toMatchObject({ text: "other" });
  expect(began).toEqual(["pk_slow", "pk_slow", "other"]);
  release();
  await Promise.all(ofSlow);
  expect(began).toHaveLength(21);
});

test("however many keys have slow calls, some connections stay free for a new one", async () => {
  const { client, began, release } = await holdingServer();
  const calls = Array.from({ length: 4 }, (_, key) =>
    Array.from({ length: 20 }, () => client.get({ apiKeyId: `pk_slow_${key}` }, patient).catch(failed)),
  ).flat();
  await until(() => began.length === 6);

  expect(await client.get({ apiKeyId: "pk_other", text: "other" }, soon)).toMatchObject({ text: "other" });

  expect(began).toHaveLength(7);
  release();
  await Promise.all(calls);
});

test("waiting calls begin in the order of arrival, each when another of its key has ended", async () => {
  const { client, began, release } = await holdingServer();
  const calls = Array.from({ length: 6 }, (_, number) => client.get({ ...slow, text: `call ${number}` }, patient));
  await until(() => began.length === 2);

  release();
  await Promise.all(calls);

  expect(began).toEqual(["call 0", "call 1", "call 2", "call 3", "call 4", "call 5"]);
});

test("a call that has waited for half of its time is refused with the reason, without having been sent", async () => {
  const { client, began, release } = await holdingServer();
  const running = Array.from({ length: 2 }, () => client.get(slow, patient));
  await until(() => began.length === 2);

  const error = await client.get({ ...slow, text: "late" }, { timeoutMs: 100 }).catch(failed);

  expect(error).toMatchObject({ code: Code.ResourceExhausted, rawMessage: expect.stringContaining("calls of pk_slow") });
  release();
  await Promise.all(running);
  expect(began).not.toContain("late");
});

test("calls of a key beyond the places to wait are refused at once, while another key's may still wait", async () => {
  const { client, began, release } = await holdingServer({ maxCalls: 12 });
  const calls = Array.from({ length: 20 }, () => client.get(slow, patient).catch(failed));
  const ofOther = Array.from({ length: 4 }, () => client.get({ apiKeyId: "pk_slow_other" }, patient));
  await until(() => began.length === 4);

  const refused = await Promise.race(calls);
  release();
  const all = await Promise.all(calls);

  expect(refused).toMatchObject({ code: Code.ResourceExhausted });
  expect(all.filter((outcome) => outcome instanceof Error)).toHaveLength(15);
  await Promise.all(ofOther);
});

test("a call that is aborted while it waits leaves the queue", async () => {
  const { client, began, release } = await holdingServer();
  const gone = new AbortController();
  const running = Array.from({ length: 2 }, () => client.get(slow, patient));
  await until(() => began.length === 2);
  const waiting = client.get({ ...slow, text: "gone" }, { signal: gone.signal }).catch(failed);
  const next = client.get({ ...slow, text: "next" }, patient);

  gone.abort();
  expect(await waiting).toMatchObject({ code: Code.Canceled });
  release();
  await Promise.all([...running, next]);

  expect(began).toEqual(["pk_slow", "pk_slow", "next"]);
});

test("calls that name no key have all connections", async () => {
  const { server } = await serve({
    get: async ({ number }) => {
      running++;
      await until(() => running === maxConnections);
      return { number };
    },
  });
  let running = 0;
  const client = openClient(server.address, { maxConnections });

  const answers = await Promise.all(Array.from({ length: maxConnections }, (_, number) => client.get({ number }, patient)));

  expect(answers).toHaveLength(maxConnections);
});

test("a key's open streams leave room for another key's", async () => {
  const { client, began, release } = await holdingServer();
  const read = async (apiKeyId: string) => {
    const texts: string[] = [];
    for await (const { text } of client.count({ apiKeyId, text: apiKeyId }, patient)) texts.push(text);
    return texts;
  };
  const ofSlow = Array.from({ length: 120 }, () => read("pk_slow"));
  await until(() => began.length === 25);

  expect(await read("pk_other")).toEqual(["pk_other"]);

  expect(began).toHaveLength(26);
  release();
  await Promise.all(ofSlow);
});

test("a stream whose reader is gone releases its place when its call is cancelled, or at the latest when its deadline passes", async () => {
  const { client, began, release } = await holdingServer();
  const quarter = 25;
  const gone = new AbortController();
  // Reads only the first response of the stream.
  const readOne = (options: { signal?: AbortSignal; timeoutMs: number }) =>
    client
      .count({ ...slow, text: "one" }, options)
      [Symbol.asyncIterator]()
      .next();
  await Promise.all(Array.from({ length: quarter }, () => readOne({ signal: gone.signal, timeoutMs: 60_000 })));

  gone.abort();
  await Promise.all(Array.from({ length: quarter }, () => readOne({ timeoutMs: 500 })));
  await Promise.all(Array.from({ length: quarter }, () => readOne(patient)));

  expect(began).toHaveLength(3 * quarter);
  release();
});

test("long polls take no connection of other calls, not even of their own key", async () => {
  const { client, began, release } = await holdingServer({ maxWaitingCalls: 64 });
  // More long polls than there are connections for other calls.
  const waiting = Array.from({ length: 4 }, (_, key) =>
    Array.from({ length: 4 }, () => client.get({ apiKeyId: `pk_slow_${key}`, text: "waits", waitMs: 5_000 }, patient)),
  ).flat();
  await until(() => began.length === waiting.length);

  const others = await Promise.all([client.get({ ...slow, apiKeyId: "pk_other" }, soon), client.get({ text: "of nobody" }, soon)]);
  const ofTheSame = Array.from({ length: 2 }, () => client.get({ apiKeyId: "pk_slow_0", text: "short" }, patient));
  await until(() => began.filter((text) => text === "short").length === 2);

  expect(others).toHaveLength(2);
  release();
  await Promise.all([...waiting, ...ofTheSame]);
});

test("a key has at most a quarter of the long polls", async () => {
  const { client, began, release } = await holdingServer({ maxWaitingCalls: 16 });
  const waiting = Array.from({ length: 6 }, () => client.get({ ...slow, waitMs: 5_000 }, patient));
  await until(() => began.length === 4);

  const ofOther = client.get({ apiKeyId: "pk_slow_other", text: "other", waitMs: 5_000 }, patient);
  await until(() => began.includes("other"));

  expect(began).toHaveLength(5);
  release();
  await Promise.all([...waiting, ofOther]);
});
