import { withConstants } from "@parley/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askAi, ways } from "../asking.ts";
import { type Harness, startRewriter } from "../harness.ts";
import { askDialect } from "./ask-dialect.ts";
import { type Behaviour, flood, miscount, refuse, say, succeed, trickle } from "./behaviours.ts";
import type { Dialect } from "./dialect.ts";
import { dialects } from "./dialects.ts";

let rewriter: Harness;

const bounds = {
  ...withConstants({ openAiMaxTokens: 9_001, anthropicMaxTokens: 9_002, googleMaxTokens: 9_003 }),
};

beforeAll(async () => {
  rewriter = await startRewriter({ PARLEY_REWRITER_TIMEOUT_MS: "5000", ...withConstants({ maxAnswerBytes: 256 * 1024 }), ...bounds });
});

afterAll(() => rewriter?.stop());

// Old models cannot write longer answers than this, or refuse a higher limit.
const boundsOf: Readonly<Record<Dialect["provider"], [model: string, bound: number | undefined][]>> = {
  openai: [
    ["gpt-4o", 9_001],
    ["o3-mini", 9_001],
    ["gpt-4", undefined],
    ["gpt-3.5-turbo", undefined],
  ],
  anthropic: [
    ["claude-sonnet-5-5", 9_002],
    ["claude-3-haiku-20240307", 4_096],
  ],
  gemini: [
    ["gemini-2.5-flash", 9_003],
    ["gemini-2.0-flash", 8_192],
  ],
};

// The behaviour of every provider, in its own wire format, whether its response is whole or a stream.
describe.each(dialects.map((dialect) => [dialect.title, dialect] as const))("%s", (title, dialect) => {
  describe.each(ways)("%s", (way) => {
    const ask = askDialect(() => rewriter, dialect, way);
    const calls = () => rewriter.providers.exchanges.length;

    test("the text is returned with its usage, and the request is as the provider documents it", async () => {
      const workspace = rewriter.workspace();

      const outcome = await ask([succeed(["Good ", "day", ", 👍🏽 é"])], {}, workspace);

      expect(outcome).toEqual({
        text: "Good day, 👍🏽 é",
        pieces: expect.any(Array),
        usage: expect.objectContaining({ inputTokens: 9, outputTokens: 7 }),
      });
      expect(outcome.pieces).toHaveLength(way === "whole" ? 1 : 3);
      const [exchange] = rewriter.providers.exchanges;
      if (exchange === undefined) throw new Error("Nothing was received.");
      expect(exchange.dialect).toBe(dialect);
      expect(dialect.asksForStream(exchange.received)).toBe(way === "stream");
      expect(dialect.keyOf(exchange.received)).toBe(workspace.keyOf(dialect.provider));
      expect(dialect.askedOf(exchange.received)).toEqual({ model: dialect.model, prompt: "Make it formal.", text: "hey there" });
    });

    test.each(boundsOf[dialect.provider])("the request to %s limits the answer to %s tokens", async (model, bound) => {
      await ask([succeed()], { model });

      const [exchange] = rewriter.providers.exchanges;
      expect(exchange && dialect.boundOf(exchange.received)).toBe(bound);
    });

    test("an answer that arrives late and a few bytes at a time is the same answer", async () => {
      const outcome = await ask([trickle(["Good ", "day", ", 👍🏽 é"])]);

      expect(outcome).toMatchObject({ text: "Good day, 👍🏽 é", usage: { inputTokens: 9, outputTokens: 7 } });
      expect(calls()).toBe(1);
    });

    test("with invalid token counts, the call is counted by its characters", async () => {
      const workspace = rewriter.workspace();

      const outcome = await ask([miscount], {}, workspace);

      expect(outcome).toMatchObject({ text: "Hello", usage: { inputTokens: 6, outputTokens: 2 } });
      const { usage } = await rewriter.client.listUsage({ apiKeyId: workspace.apiKeyId });
      // A token for every four characters: "Make it formal." and "hey there" have 24, and "Hello" has 5.
      expect(usage).toMatchObject([{ calls: 1n, failedCalls: 0n, inputTokens: 6n, outputTokens: 2n }]);
    });

    test.each([
      ["declined", "DECLINED"],
      ["blocked", dialect.provider === "anthropic" ? "DECLINED" : "BLOCKED"],
      ["cut", "CUT"],
    ] as const)("an answer that was %s is a problem, not a text", async (end, problem) => {
      const expected = end === "declined" && dialect.provider === "gemini" ? "BLOCKED" : problem;

      const outcome = await ask([succeed(["Hello"], end)]);

      expect(outcome).toMatchObject({ problem: expected, message: expect.stringContaining(title) });
      expect(calls()).toBe(1);
    });

    test("a request that was blocked for safety is reported as such", async () => {
      const words = { openai: "content_filter", anthropic: "Output blocked by content filtering policy", gemini: "" }[dialect.provider];
      const body = { error: { message: words, type: "invalid_request_error", code: words } };
      const blocked = dialect.provider === "gemini" ? succeed([], "blocked") : refuse(400, words);
      const behaviour: Behaviour = (situation) => {
        if (dialect.provider !== "openai") return blocked(situation);
        situation.response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(body));
      };

      expect(await ask([behaviour])).toMatchObject({ problem: "BLOCKED", message: expect.stringContaining(title) });
    });

    test("an empty answer is a problem", async () => {
      expect(await ask([succeed([])])).toMatchObject({ problem: "EMPTY", message: `${title} answered with no text.` });
    });

    test.each(["", "{", "<html>busy</html>", '{"choices":[{"mess', "null", "[]", "{}", '"text"', "5"])(
      "the answer %j is a problem",
      async (body) => {
        const type = way === "stream" ? "events" : "json";
        const outcome = await ask([say(type === "events" && body !== "" ? `data: ${body}\n\n` : body, type)]);

        expect(["BAD_ANSWER", "UNAVAILABLE", "EMPTY"]).toContain(outcome.problem);
        expect(outcome.message).toContain(title);
      },
    );

    test("an answer without end is not read to its end", async () => {
      const outcome = await ask([flood]);

      expect(outcome).toMatchObject({ problem: "BAD_ANSWER", message: `${title} answered with more data than is accepted.` });
      expect(outcome.text.length).toBeLessThan(512 * 1024);
      expect(await rewriter.providers.exchanges[0]?.cutOff).toBe(true);
    });
  });
});

test("reasoning models get one user message: the prompt, a blank line, the text", async () => {
  for (const model of ["o1", "o3-mini", "o4-mini-2025-04-16"]) {
    rewriter.providers.behave(succeed());

    await askAi(rewriter, "whole", rewriter.workspace(), { model, prompt: "Make it formal.", text: "hey there" });

    const { body } = rewriter.providers.exchanges[0]?.received ?? {};
    expect(body.messages).toEqual([{ role: "user", content: "Make it formal.\n\nhey there" }]);
    expect(body.model).toBe(model);
  }
});
