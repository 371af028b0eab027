import { until } from "@parley/testing";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorkspace, type Workspace } from "../support/customer.ts";
import { begin, type OpenAiServer, refuse, say } from "../support/openai-server.ts";
import type { Parley, Shape } from "../support/parley.ts";
import { type AskingWorkspace, eventsOf, startAskAi } from "./asking-workspace.ts";

const question = { model: "gpt-4o", prompt: "Make it formal.", text: "hey there" };
const path = "/v2/rewriter/ask-ai";
const streamPath = `${path}/stream`;

describe.each<Shape>(["all-in-one", "separate"])("%s", (shape) => {
  let asking: AskingWorkspace;
  let openAi: OpenAiServer;
  let parley: Parley;
  let workspace: Workspace;

  beforeAll(async () => {
    asking = await startAskAi(shape);
    ({ openAi, parley, workspace } = asking);
  });

  afterAll(() => asking?.stop());

  test("a text is rewritten with the workspace's own key", async () => {
    openAi.answer = say("Good ", "day.");

    const answer = await workspace.customer.post(path, question);

    expect(answer).toMatchObject({ status: 200, body: { result: { success: true, text: "Good day." } } });
    expect(Object.keys(answer.body.result)).toEqual(["success", "text"]);
    expect(openAi.asked.at(-1)).toMatchObject({ key: "MARKED-main-key-0123456789", body: { model: "gpt-4o" } });
  });

  test("a provider's problem is returned in the result, with the provider's name", async () => {
    openAi.answer = refuse(503, "busy");

    const failed = await workspace.customer.post(path, question);
    const keyless = await workspace.customer.post(path, { ...question, model: "gemini-2.5-flash" });

    expect(failed).toMatchObject({ status: 200, body: { result: { success: false, error: expect.stringContaining("OpenAI") } } });
    expect(keyless).toMatchObject({
      status: 200,
      body: { result: { success: false, error: "No API key configured for provider: Gemini" } },
    });
  });

  test.each([path, streamPath])("%s: another workspace's key is not used", async (at) => {
    const stranger = await createWorkspace(parley.url, parley.adminToken);
    const before = openAi.asked.length;

    const { body } = await stranger.customer.post(at, question);

    expect(body).toEqual({ result: { success: false, error: "No API key configured for provider: OpenAI" } });
    expect(openAi.asked.length).toBe(before);
  });

  test.each([path, streamPath])("%s: calls beyond those that may run and wait are refused, and the others are answered", async (at) => {
    const held = Promise.withResolvers<void>();
    openAi.answer = async (response, asked) => {
      await held.promise;
      await say("Good day.")(response, asked);
    };

    const calls = Array.from({ length: 4 }, () => workspace.customer.post(at, question));
    const { status, body } = await Promise.race(calls);
    held.resolve();

    expect(status).toBe(429);
    expect(body.error).toMatchObject({ status: "RESOURCE_EXHAUSTED", message: expect.stringContaining("Try again") });
    expect((await Promise.all(calls)).map((answer) => answer.status).sort()).toEqual([200, 200, 200, 429]);
  });

  test("a provider may take longer than other operations", async () => {
    openAi.answer = (response, asked) => void setTimeout(() => say("Good day.")(response, asked), 1_300);

    expect((await workspace.customer.post(path, question)).body).toEqual({ result: { success: true, text: "Good day." } });
  });

  test.each([path, streamPath])("%s refuses an invalid question", async (at) => {
    const refusalOf = async (changed: object) => {
      const { status, body } = await workspace.customer.post(at, { ...question, ...changed });
      return { status, fields: body.error?.details?.map(({ field }: { field: string }) => field) };
    };
    const half = 256 * 1024;

    expect(await refusalOf({ model: "llama-3" })).toEqual({ status: 400, fields: ["model"] });
    expect(await refusalOf({ prompt: "", text: "" })).toEqual({ status: 400, fields: ["prompt", "text"] });
    expect(await refusalOf({ text: undefined, temperature: 1 })).toEqual({ status: 400, fields: ["text", "temperature"] });
    expect(await refusalOf({ text: "a\ud800" })).toEqual({ status: 400, fields: ["text"] });
    expect(await refusalOf({ prompt: "p".repeat(half), text: `${"é".repeat(half / 2)}x` })).toEqual({ status: 400, fields: ["text"] });
    expect(await refusalOf({ prompt: "p".repeat(2 * half + 1) })).toEqual({ status: 400, fields: ["prompt"] });
  });

  test("a text of 512 KiB is rewritten", async () => {
    openAi.answer = say("ok");

    const { body } = await workspace.customer.post(path, { ...question, prompt: "p".repeat(1_024), text: "é".repeat((511 * 1024) / 2) });

    expect(body).toEqual({ result: { success: true, text: "ok" } });
  });

  test("a stream returns each piece of text and ends with usage", async () => {
    openAi.answer = say("Good ", "day\n\n.");

    const { status, headers, body } = await workspace.customer.post(streamPath, question);

    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-request-id": expect.any(String),
    });
    expect(eventsOf(body)).toEqual([
      ["text", { text: "Good " }],
      ["text", { text: "day\n\n." }],
      ["usage", { inputTokens: 9, outputTokens: 7 }],
    ]);
  });

  test("a failure before the first piece is returned as JSON, a later one as the last event", async () => {
    openAi.answer = refuse(404, "no");
    const before = await workspace.customer.post(streamPath, question);
    openAi.answer = (response) => {
      begin(response, "Good ");
      setImmediate(() => response.destroy());
    };
    const after = await workspace.customer.post(streamPath, question);

    expect(before).toMatchObject({ status: 200, headers: { "content-type": "application/json; charset=utf-8" } });
    expect(before.body).toEqual({ result: { success: false, error: expect.stringContaining("OpenAI does not know the model gpt-4o") } });
    expect(eventsOf(after.body)).toEqual([
      ["text", { text: "Good " }],
      ["error", { error: "OpenAI broke off its answer. Try again." }],
    ]);
  });

  test("the status line waits for the first piece, and each piece is forwarded when it arrives", async () => {
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    const before = openAi.asked.length;
    openAi.answer = async (response, asked) => {
      await first.promise;
      begin(response, "Good ");
      await second.promise;
      response.end();
      expect(asked.body.stream).toBe(true);
    };

    const state = { answered: false };
    const answering = ask(streamPath).then((answer) => {
      state.answered = true;
      return answer;
    });
    await until(() => openAi.asked.length === before + 1);
    expect(state.answered).toBe(false);
    first.resolve();
    const { body } = await answering;
    const reader = body[Symbol.asyncIterator]();
    const piece = String((await reader.next()).value);
    second.resolve();
    const rest = String((await reader.next()).value);

    expect(eventsOf(piece)).toEqual([["text", { text: "Good " }]]);
    expect(eventsOf(rest)).toEqual([["error", { error: expect.stringContaining("OpenAI") }]]);
  });

  test.each([path, streamPath])("%s: the provider's call ends when the customer disconnects", async (at) => {
    const before = openAi.asked.length;
    openAi.answer = (response) => {
      if (at === streamPath) begin(response, "Good ");
    };
    const gone = new AbortController();

    const asking = ask(at, gone.signal)
      .then(({ body }) => body.text())
      .catch(() => "gone");
    await until(() => openAi.asked.length === before + 1);
    gone.abort();

    expect(await asking).toBe("gone");
    expect(await openAi.asked.at(-1)?.cutOff).toBe(true);
  });

  test("usage is reported by day and model", async () => {
    const user = await asking.workspaceWithKey("MARKED-usage-key-0123456789");
    openAi.answer = say("ok");
    await user.customer.post(path, question);
    await user.customer.post(streamPath, question);
    openAi.answer = refuse(400, "bad");
    await user.customer.post(path, { ...question, model: "gpt-4o-mini" });
    // No key is stored for this provider, so that nothing is sent or counted.
    await user.customer.post(path, { ...question, model: "claude-opus-5" });

    const { body } = await user.customer.post("/v2/rewriter/usage/get", { pageSize: 1 });
    const next = await user.customer.post("/v2/rewriter/usage/get", { pageSize: 1, pageToken: body.result.nextPageToken });
    const wrong = await user.customer.post("/v2/rewriter/usage/get", { fromDay: "2026-02-30" });

    const day = new Date().toISOString().slice(0, 10);
    expect(body.result).toMatchObject({
      data: [{ day, model: "gpt-4o", provider: "OpenAI", calls: 2, failedCalls: 0, inputTokens: 18, outputTokens: 14 }],
    });
    expect(next.body.result).toMatchObject({
      data: [{ day, model: "gpt-4o-mini", provider: "OpenAI", calls: 1, failedCalls: 1, inputTokens: 0, outputTokens: 0 }],
      nextPageToken: null,
      pageToken: null,
    });
    expect(wrong.status).toBe(400);
  });

  test("the same idempotency key calls the provider once, and the text is not stored for it", async () => {
    openAi.answer = say("MARKED-once");
    const before = openAi.asked.length;
    const post = () => workspace.customer.post(path, question, { "idempotency-key": "k" });

    const answers = [await post(), await post()];

    expect(answers[0]?.body).toEqual({ result: { success: true, text: "MARKED-once" } });
    expect(answers[1]).toMatchObject({ status: 409, body: { error: { status: "ABORTED", message: expect.stringMatching(/was done/) } } });
    expect(answers[1]?.body.error.message).toMatch(/not kept/);
    expect(answers[1]?.headers["idempotent-replayed"]).toBe("true");
    expect(openAi.asked.length).toBe(before + 1);
  });

  test("a failed request may be repeated with the same idempotency key and then succeeds", async () => {
    const post = () => workspace.customer.post(path, question, { "idempotency-key": "passing" });
    openAi.answer = refuse(429, "slow down");
    const limited = await post();
    openAi.answer = say("Good day.");

    const repeated = await post();

    expect(limited).toMatchObject({ status: 200, body: { result: { success: false } } });
    expect(repeated).toMatchObject({ status: 200, body: { result: { success: true, text: "Good day." } } });
    expect(repeated.headers["idempotent-replayed"]).toBeUndefined();
  });

  function ask(at: string, signal?: AbortSignal) {
    return request(parley.url + at, {
      method: "POST",
      headers: { "content-type": "application/json", ...workspace.customer.credentials },
      body: JSON.stringify({ data: question }),
      ...(signal === undefined ? {} : { signal }),
    });
  }
});
