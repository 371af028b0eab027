import { until } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkspace, type HttpAnswer, type Workspace } from "../support/customer.ts";
import { OpenAiServer, say } from "../support/openai-server.ts";
import { type Parley, startParley } from "../support/parley.ts";

// The maximum share of places for one customer.
const ask = { path: "/v2/rewriter/ask-ai", data: { model: "gpt-4o", prompt: "Make it formal.", text: "hey there" } };
const read = "/v2/organizations/get";
let openAi: OpenAiServer;
let parley: Parley;
let greedy: Workspace;
let other: Workspace;

beforeAll(async () => {
  openAi = await OpenAiServer.start();
  parley = await startParley("all-in-one", {
    PARLEY_OPENAI_BASE_URL: openAi.url,
    PARLEY_MAX_REQUESTS_IN_FLIGHT: "40",
    PARLEY_MAX_IN_FLIGHT_PER_KEY: "8",
  });
  greedy = await createWorkspace(parley.url, parley.adminToken);
  other = await createWorkspace(parley.url, parley.adminToken);
  await greedy.owner.data("/v2/workspace/aimodelsconfig/update", { aiModelsConfig: { openai: "MARKED-greedy-key-0123456789" } });
});

afterAll(async () => {
  await parley?.stop();
  await openAi?.stop();
});

test("waiting requests use at most half of their key's share; the rest of it and other customers are not affected", async () => {
  const held = Promise.withResolvers<void>();
  openAi.answer = async (response, asked) => {
    await held.promise;
    await say("Good day.")(response, asked);
  };
  const before = openAi.asked.length;

  const waiting = Array.from({ length: 100 }, () => greedy.customer.post(ask.path, ask.data));
  await until(() => openAi.asked.length === before + 4);
  const refused = await firstOf(waiting, 96);
  const ofOther = await Promise.all(Array.from({ length: 8 }, () => other.customer.post(read, {})));
  const ofGreedy = await greedy.customer.post(read, {});
  held.resolve();
  const all = await Promise.all(waiting);

  expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 96 }, () => 429));
  expect(refused[0]).toMatchObject({ headers: { "retry-after": "1" }, body: { error: { status: "RESOURCE_EXHAUSTED" } } });
  expect(ofOther.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  expect(ofGreedy.status).toBe(200);
  expect(all.filter(({ status }) => status === 200)).toHaveLength(4);
});

test("places are released when their requests end, also those of disconnected customers", async () => {
  const held = Promise.withResolvers<void>();
  openAi.answer = async (response, asked) => {
    await held.promise;
    await say("Good day.")(response, asked);
  };
  const gone = new AbortController();
  const before = openAi.asked.length;
  const waiting = Array.from({ length: 4 }, () => greedy.customer.post(ask.path, ask.data, {}, gone.signal).catch(() => undefined));
  await until(() => openAi.asked.length === before + 4);
  expect((await greedy.customer.post(ask.path, ask.data)).status).toBe(429);

  gone.abort();
  await Promise.all(waiting);

  openAi.answer = say("Good day.");
  await until(async () => (await greedy.customer.post(ask.path, ask.data)).status === 200);
  held.resolve();
});

test("each key is informed of its rate, refused beyond it, and does not affect other keys", async () => {
  await using paced = await startParley("all-in-one", { PARLEY_MAX_REQUESTS_PER_SECOND_PER_KEY: "2" });
  const quick = await createWorkspace(paced.url, paced.adminToken);
  const slow = await createWorkspace(paced.url, paced.adminToken);

  const answers = await Promise.all(Array.from({ length: 20 }, () => quick.customer.post(read, {})));
  const ofSlow = await slow.customer.post(read, {});

  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers } of refused) {
    expect(headers).toMatchObject({ "retry-after": "1", "ratelimit-policy": '"key";q=2;w=1', ratelimit: '"key";r=0;t=1' });
  }
  expect(ofSlow).toMatchObject({ status: 200, headers: { "ratelimit-policy": '"key";q=2;w=1', ratelimit: '"key";r=1;t=0' } });
});

test("without a rate responses name none", async () => {
  expect((await other.customer.post(read, {})).headers).not.toHaveProperty("ratelimit");
});

/** The first `count` answers. */
async function firstOf(requests: readonly Promise<HttpAnswer>[], count: number): Promise<HttpAnswer[]> {
  const answers: HttpAnswer[] = [];
  for (const request of requests) void request.then((answer) => answers.push(answer));
  await until(() => answers.length >= count);
  return answers.slice(0, count);
}
