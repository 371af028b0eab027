import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askAi, type Question, ways } from "../asking.ts";
import { type Harness, startRewriter } from "../harness.ts";
import { type Behaviour, succeed } from "./behaviours.ts";
import { respond, sayEvents } from "./behaviours-of-others.ts";

const secret = "header-value-that-is-secret";
let rewriter: Harness;

beforeAll(async () => {
  rewriter = await startRewriter({
    PARLEY_REWRITER_TIMEOUT_MS: "5000",
    PARLEY_REWRITER_MODEL_PREFIXES: "mistral/=openai, deepseek-=anthropic",
    PARLEY_OPENAI_HEADERS: JSON.stringify({ "X-Portkey-Provider": "openai", "x-gateway-key": secret }),
  });
});

afterAll(() => rewriter?.stop());

const question = { prompt: "Make it formal.", text: "hey there" };

async function used(behaviour: Behaviour, way: (typeof ways)[number], model: string) {
  const workspace = rewriter.workspace();
  rewriter.providers.behave(behaviour);
  const asked: Question = { ...question, model };
  const outcome = await askAi(rewriter, way, workspace, asked);
  const { usage } = await rewriter.client.listUsage({ apiKeyId: workspace.apiKeyId });
  return { outcome, counted: usage[0] };
}

describe.each(ways)("%s", (way) => {
  const parts = [
    { type: "thinking", thinking: [{ type: "text", text: "Hm." }] },
    { type: "text", text: "Good " },
    { type: "text", text: "day" },
  ];
  const usage = { prompt_tokens: 9, completion_tokens: 7 };

  test.each([
    ["parts", parts, "Good day"],
    ["no parts", [], ""],
    ["null", null, ""],
  ])("the content of an answer may be %s, and the call is recorded", async (_, content, text) => {
    const delta = { choices: [{ index: 0, delta: { content } }] };
    const events = [delta, { choices: [{ index: 0, delta: {}, finish_reason: "stop" }], usage }];
    const whole = { choices: [{ index: 0, message: { content }, finish_reason: "stop" }], usage };

    const { outcome, counted } = await used(sayEvents(events, whole, "data: [DONE]\n\n"), way, "gpt-4o");

    expect(outcome.text).toBe(text);
    expect(outcome.problem).toBe(text === "" ? "EMPTY" : undefined);
    expect(counted).toMatchObject({ calls: 1n, inputTokens: 9n, outputTokens: 7n });
  });

  test.each([7, { text: "x" }, true])("content of another kind is unreadable, and the call is recorded: %j", async (content) => {
    const events = [{ choices: [{ index: 0, delta: { content } }] }];

    const { outcome, counted } = await used(sayEvents(events, { choices: [{ message: { content } }] }), way, "gpt-4o");

    expect(outcome).toMatchObject({ problem: "BAD_ANSWER", message: "OpenAI answered with an unreadable response." });
    expect(counted).toMatchObject({ calls: 1n, failedCalls: 1n });
  });

  test("Claude's text of another kind is unreadable, and the call is recorded", async () => {
    const events = [{ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: 7 } }];

    const { outcome, counted } = await used(sayEvents(events, { content: [{ type: "text", text: 7 }] }), way, "claude-sonnet-5-5");

    expect(outcome.problem).toBe("BAD_ANSWER");
    expect(counted).toMatchObject({ calls: 1n, failedCalls: 1n });
  });

  test("of several choices the first one is read, wherever it stands", async () => {
    const choice = (index: number, content: string) => ({ index, delta: { content }, message: { content }, finish_reason: "stop" });
    const choices = [choice(1, "SECOND"), choice(0, "FIRST")];

    const { outcome } = await used(sayEvents([{ choices }], { choices }), way, "gpt-4o");

    expect(outcome.text).toBe("FIRST");
  });

  test("an answer without a reason for its end is complete when the server says that it is done", async () => {
    const events = [{ choices: [{ index: 0, delta: { content: "Hello" }, finish_reason: null }] }];
    const whole = { choices: [{ index: 0, message: { content: "Hello" }, finish_reason: null }] };

    const { outcome } = await used(sayEvents(events, whole, "data: [DONE]\n\n"), way, "gpt-4o");

    expect(outcome).toMatchObject({ text: "Hello", usage: { inputTokens: 6, outputTokens: 2 } });
  });

  test("Claude's input includes what was read from and written to the cache", async () => {
    const counts = { input_tokens: 11, cache_read_input_tokens: 1_000, cache_creation_input_tokens: 200 };
    const { outcome, counted } = await used(
      claude(counts, { output_tokens: 7 }, { ...counts, output_tokens: 7 }),
      way,
      "claude-sonnet-5-5",
    );

    expect(outcome.usage).toMatchObject({ inputTokens: 1_211, outputTokens: 7 });
    expect(counted).toMatchObject({ inputTokens: 1_211n, outputTokens: 7n });
  });

  test("Claude's counts at the end replace those at the beginning", async () => {
    const before = { input_tokens: 0, output_tokens: 1 };
    const after = { input_tokens: 11, cache_read_input_tokens: 2, output_tokens: 7 };
    const { outcome } = await used(claude(before, after, after), way, "claude-sonnet-5-5");

    expect(outcome.usage).toMatchObject({ inputTokens: 13, outputTokens: 7 });
  });

  test("a model of a gateway is called by the interface that its prefix is assigned to, with the configured headers", async () => {
    const { outcome } = await used(succeed(), way, "mistral/small@2");
    const { dialect, received } = rewriter.providers.exchanges[0] ?? {};
    const other = await used(succeed(), way, "deepseek-chat");

    expect(outcome.text).toBe("Hello, world");
    expect(dialect?.provider).toBe("openai");
    expect(received?.body.model).toBe("mistral/small@2");
    expect(received?.headers).toMatchObject({ "x-portkey-provider": "openai", "x-gateway-key": secret });
    expect(other.outcome.text).toBe("Hello, world");
    expect(rewriter.providers.exchanges[0]?.dialect.provider).toBe("anthropic");
    expect(rewriter.providers.exchanges[0]?.received.headers).not.toHaveProperty("x-gateway-key");
  });

  test("a configured header that a refusal quotes reaches nobody", async () => {
    const { outcome } = await used(respond(400, { error: { message: `The header ${secret} is wrong.` } }), way, "gpt-4o");

    expect(outcome.message).toContain("withheld");
  });

  test("Gemma gets prompt and text in one message", async () => {
    await used(succeed(), way, "gemma-3-27b-it");

    const { body } = rewriter.providers.exchanges[0]?.received ?? {};
    expect(body.contents[0].parts).toEqual([{ text: "Make it formal.\n\nhey there" }]);
    expect(body).not.toHaveProperty("systemInstruction");
  });
});

/** An answer of Claude's with these counts: at the beginning and at the end of a stream, and of a whole answer. */
function claude(before: object, after: object, whole: object): Behaviour {
  const events = [
    { type: "message_start", message: { content: [], usage: before } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello" } },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: after },
    { type: "message_stop" },
  ];
  return sayEvents(events, { content: [{ type: "text", text: "Hello" }], stop_reason: "end_turn", usage: whole });
}
