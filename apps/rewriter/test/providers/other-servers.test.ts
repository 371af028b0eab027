import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ways } from "../asking.ts";
import { type Harness, startRewriter } from "../harness.ts";
import { askDialect } from "./ask-dialect.ts";
import { refuse, succeed } from "./behaviours.ts";
import { answerWhole, endWith, respond, sayChanged, sayError } from "./behaviours-of-others.ts";
import { dialects } from "./dialects.ts";

let rewriter: Harness;

beforeAll(async () => {
  rewriter = await startRewriter({ PARLEY_REWRITER_TIMEOUT_MS: "5000" });
});

afterAll(() => rewriter?.stop());

const otherEnds = {
  openai: ["tool_calls", "function_call"],
  anthropic: ["tool_use", "pause_turn"],
  gemini: ["OTHER", "MALFORMED_FUNCTION_CALL"],
} as const;
const cutEnds = { openai: ["length"], anthropic: ["max_tokens", "model_context_window_exceeded"], gemini: ["MAX_TOKENS"] } as const;

// A proxy or a gateway may take a provider's place.
describe.each(dialects.map((dialect) => [dialect.title, dialect] as const))("%s", (title, dialect) => {
  describe.each(ways)("%s", (way) => {
    const ask = askDialect(() => rewriter, dialect, way);
    const calls = () => rewriter.providers.exchanges.length;

    test.each([408, 409])("status %s is repeated, and is a problem of the provider when it persists", async (status) => {
      const passing = await ask([refuse(status), succeed()]);
      const staying = await ask([refuse(status)]);

      expect(passing.text).toBe("Hello, world");
      expect(staying).toMatchObject({ problem: "UNAVAILABLE", message: expect.stringContaining(`(status ${status})`) });
      expect(calls()).toBe(3);
    });

    test.each([
      ["a header that LiteLLM passes on", respond(429, {}, { "llm_provider-retry-after": "120" }), "in 120 s"],
      [
        "Google's RetryInfo",
        respond(429, { error: { code: 429, message: "Quota", status: "RESOURCE_EXHAUSTED", details: [{ retryDelay: "43s" }] } }),
        "in 43 s",
      ],
      ["x-should-retry", respond(429, {}, { "x-should-retry": "false" }), "later"],
    ])("a wait that stands in %s is obeyed", async (_, behaviour, when) => {
      const outcome = await ask([behaviour]);

      expect(outcome).toMatchObject({ problem: "RATE_LIMITED", message: expect.stringContaining(`Try again ${when}.`) });
      expect(calls()).toBe(1);
    });

    test.each([
      [400, { error: "model 'x' is not loaded" }],
      [400, { detail: "model 'x' is not loaded" }],
      [422, { detail: [{ loc: ["body"], msg: "model 'x' is not loaded" }] }],
      [404, { error: { message: "model 'x' is not loaded" } }],
      [403, { error: { message: "model 'x' is not loaded", code: "unsupported_country_region_territory" } }],
      [403, { message: "model 'x' is not loaded" }],
    ])("the words of a refusal with status %s are passed on: %j", async (status, body) => {
      expect((await ask([respond(status, body)])).message).toMatch(/: model 'x' is not loaded\.$/);
    });

    test.each([403, 404])("a page of a firewall with status %s says nothing about key and model", async (status) => {
      const outcome = await ask([respond(status, "<html>Blocked</html>", { "content-type": "text/html" })]);

      expect(outcome.message).toBe(`${title}, or a proxy in front of it, refused the request (status ${status}).`);
    });

    test.each([
      ["REQUEST_REFUSED", { code: "context_length_exceeded", message: "The maximum is 8192 tokens." }, "The maximum is 8192 tokens."],
      ["REQUEST_REFUSED", { type: "invalid_request_error", message: "Too long" }, "Too long."],
      ["REQUEST_REFUSED", { code: 400, message: "Too long" }, "Too long."],
      ["KEY_REFUSED", { code: "invalid_api_key", message: "No." }, "refused the API key"],
      ["KEY_REFUSED", { type: "authentication_error", message: "No." }, "refused the API key"],
      ["UNKNOWN_MODEL", { type: "not_found_error", message: "No such model" }, "No such model."],
      ["BLOCKED", { code: "content_filter", message: "No." }, "blocked"],
    ] as const)("a refusal in place of an answer is %s, with its words, and is not repeated: %j", async (problem, error, words) => {
      expect(await ask([sayError(error)])).toMatchObject({ problem, message: expect.stringContaining(words) });
      expect(calls()).toBe(1);
    });

    test("a failure in place of an answer is repeated, and its words are passed on when it persists", async () => {
      const failure = sayError({ type: "overloaded_error", message: "Overloaded" });
      const passing = await ask([failure, succeed()]);
      const staying = await ask([failure]);

      expect(passing.text).toBe("Hello, world");
      expect(staying).toMatchObject({ problem: "UNAVAILABLE", message: `${title} broke off its answer: Overloaded. Try again.` });
      expect(calls()).toBe(3);
    });

    test.each(otherEnds[dialect.provider])("an answer that ended by %s is not called too long", async (word) => {
      const outcome = await ask([endWith(dialect, word)]);

      expect(outcome).toMatchObject({
        problem: "BAD_ANSWER",
        message: expect.stringContaining(`for another reason than its end: ${word}.`),
      });
    });

    test.each(cutEnds[dialect.provider])("an answer that ended by %s reached its limit", async (word) => {
      expect(await ask([endWith(dialect, word)])).toMatchObject({ problem: "CUT" });
    });

    test("answers are asked for without a coding, because nothing unpacks them", async () => {
      await ask([succeed()]);

      expect(rewriter.providers.exchanges[0]?.received.headers["accept-encoding"]).toBe("identity");
    });

    test.each([
      ["Text/Event-Stream; Charset=UTF-8", "Application/JSON"],
      ["", ""],
    ])("an answer of the type %j is read", async (events, whole) => {
      const type = way === "stream" ? events : whole;
      const unnamed = sayChanged((text) => text, type === "" ? { "content-type": "" } : { "content-type": type });

      expect(await ask([unnamed])).toMatchObject({ text: "Hello", usage: { inputTokens: 9, outputTokens: 7 } });
    });

    test("a whole answer is read whatever was asked for", async () => {
      expect(await ask([answerWhole])).toMatchObject({ text: "Hello", usage: { inputTokens: 9, outputTokens: 7 } });
    });
  });

  test("comments in a stream are no part of it", async () => {
    const ask = askDialect(() => rewriter, dialect, "stream");
    const commented = sayChanged((text) => `: keep-alive\n\n${text.replaceAll(/(\r?\n\r?\n)/g, "$1: keep-alive$1")}`);

    expect(await ask([commented])).toMatchObject({ text: "Hello", usage: { inputTokens: 9, outputTokens: 7 } });
  });

  test("a model that is overloaded pauses no other one of the key", async () => {
    const ask = askDialect(() => rewriter, dialect, "whole");
    const workspace = rewriter.workspace();
    const other = `${dialect.model}-other`;
    for (let count = 0; count < 5; count++) await ask([refuse(429)], { model: other }, workspace);

    const paused = await ask([succeed()], { model: other }, workspace);
    const free = await ask([succeed()], {}, workspace);

    expect(paused).toMatchObject({ problem: "PAUSED", message: expect.stringContaining("for this model") });
    expect(free.text).toBe("Hello, world");
  });
});
