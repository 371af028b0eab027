import { withConstants } from "@parley/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ways } from "../asking.ts";
import { type Harness, startRewriter } from "../harness.ts";
import { askDialect } from "./ask-dialect.ts";
import { endEarly, failWithin, refuse, say, succeed } from "./behaviours.ts";
import { answerWhole } from "./behaviours-of-others.ts";
import { responsesDialect as dialect } from "./responses-dialect.ts";

let rewriter: Harness;

beforeAll(async () => {
  rewriter = await startRewriter({ PARLEY_REWRITER_TIMEOUT_MS: "5000", ...withConstants({ openAiMaxTokens: 9_001 }) });
});

afterAll(() => rewriter?.stop());

describe.each(ways)("a model that has OpenAI's Responses API only, %s", (way) => {
  const ask = askDialect(() => rewriter, dialect, way);

  test("is asked there, and nothing of it is kept at OpenAI", async () => {
    const outcome = await ask([succeed(["Good ", "day"])]);

    expect(outcome).toMatchObject({ text: "Good day", usage: { inputTokens: 9, outputTokens: 7 } });
    expect(outcome.pieces).toHaveLength(way === "whole" ? 1 : 2);
    const { received, dialect: asked } = rewriter.providers.exchanges[0] ?? {};
    expect(asked).toBe(dialect);
    expect(received?.body).toMatchObject({ instructions: "Make it formal.", input: "hey there", max_output_tokens: 9_001, store: false });
  });

  test("gets one message when it is a reasoning model", async () => {
    await ask([succeed()], { model: "o3-pro" });

    const { body } = rewriter.providers.exchanges[0]?.received ?? {};
    expect(body.input).toBe("Make it formal.\n\nhey there");
    expect(body).not.toHaveProperty("instructions");
  });

  test.each([
    ["cut", "CUT"],
    ["blocked", "BLOCKED"],
    ["declined", "DECLINED"],
  ] as const)("that was %s has given no text", async (end, problem) => {
    expect(await ask([succeed(["Hello"], end)])).toMatchObject({ problem });
  });

  test("that is refused is reported with OpenAI's words", async () => {
    const outcome = await ask([refuse(404, "This model is only supported in v1/responses")]);

    expect(outcome).toMatchObject({ problem: "UNKNOWN_MODEL", message: expect.stringContaining("only supported in v1/responses") });
  });

  test("that answers unreadably or with nothing is a problem", async () => {
    expect(await ask([succeed([])])).toMatchObject({ problem: "EMPTY" });
    const type = way === "stream" ? "events" : "json";
    const { problem } = await ask([say(type === "events" ? "data: {}\n\n" : "{}", type)]);
    expect(["BAD_ANSWER", "UNAVAILABLE"]).toContain(problem);
  });
});

test("a stream of the Responses API that fails, breaks off or comes whole is read as such", async () => {
  const ask = askDialect(() => rewriter, dialect, "stream");

  expect(await ask([failWithin("Sorry", "Hel")])).toMatchObject({ text: "Hel", message: "OpenAI broke off its answer: Sorry. Try again." });
  expect(await ask([endEarly("Hel")])).toMatchObject({ text: "Hel", problem: "UNAVAILABLE" });
  expect(await ask([answerWhole])).toMatchObject({ text: "Hello", usage: { inputTokens: 9, outputTokens: 7 } });
});
