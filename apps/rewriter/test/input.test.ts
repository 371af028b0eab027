import { RewriterService } from "@parley/contracts/rewriter";
import { RemoteFailure } from "@parley/rpc";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askAi, type Question, questionFor, type Way, ways } from "./asking.ts";
import { type Harness, startRewriter } from "./harness.ts";
import { succeed } from "./providers/behaviours.ts";
import { dialects } from "./providers/dialects.ts";

const maxBytes = 512 * 1024;
let rewriter: Harness;

beforeAll(async () => {
  rewriter = await startRewriter();
});

afterAll(() => rewriter?.stop());

const question: Question = { model: "gpt-4o", prompt: "Make it formal.", text: "hey there" };

async function failureOf(way: Way, changed: Partial<Question>) {
  rewriter.providers.behave(succeed());
  try {
    await askAi(rewriter, way, rewriter.workspace(), { ...question, ...changed });
  } catch (error) {
    if (error instanceof RemoteFailure && error.failure !== undefined) return error.failure;
    throw error;
  }
  throw new Error("The call succeeded.");
}

test.each(ways)("%s: a model without a provider is refused, and no provider is called", async (way) => {
  for (const model of ["llama-3", "GPT-4o", "o2", "claude", "gemini-pro/../x", "gpt-4o\u0000"]) {
    expect(await failureOf(way, { model })).toMatchObject({ kind: "invalid_argument", violations: [{ field: "model" }] });
  }
  expect(rewriter.providers.exchanges).toEqual([]);
});

test.each(ways)("%s: an empty prompt or text is refused", async (way) => {
  const { violations } = await failureOf(way, { prompt: "", text: "" });

  expect(violations).toEqual([
    { field: "prompt", message: "must be set" },
    { field: "text", message: "must be set" },
  ]);
});

test.each(ways)("%s: U+0000 is refused", async (way) => {
  expect(await failureOf(way, { text: "a\u0000b" })).toMatchObject({ kind: "invalid_argument", violations: [{ field: "text" }] });
});

test.each(ways)("%s: prompt and text together may have 512 KiB of UTF-8, and not a byte more", async (way) => {
  rewriter.providers.behave(succeed(["ok"]));
  const prompt = "é".repeat(1_000);
  const text = "👍".repeat((maxBytes - 2_000) / 4);

  const longest = await askAi(rewriter, way, rewriter.workspace(), { ...question, prompt, text });
  const failure = await failureOf(way, { prompt, text: `${text}a` });

  expect(longest.text).toBe("ok");
  expect(failure).toMatchObject({ kind: "invalid_argument", violations: [{ field: "text" }] });
  expect(failure.message).toBe("prompt and text together must have at most 524288 bytes in UTF-8, not 524289.");
});

test("a model is routed by its prefix alone, and the provider decides whether it knows it", async () => {
  for (const { provider, title } of dialects) {
    const prefix = { openai: "gpt-", anthropic: "claude-", gemini: "gemini-" }[provider];
    rewriter.providers.behave(({ response }) => void response.writeHead(404).end());

    const outcome = await askAi(rewriter, "whole", rewriter.workspace(), { ...question, model: `${prefix}sonnet-flash-4o` });

    expect(outcome).toMatchObject({
      problem: "UNKNOWN_MODEL",
      message: expect.stringContaining(`${title} does not know the model ${prefix}sonnet-flash-4o`),
    });
    expect(rewriter.providers.exchanges[0]?.dialect.provider).toBe(provider);
  }
});

test("a caller without a service token is refused", async () => {
  const url = `http://127.0.0.1:${rewriter.process.process.rpcPorts.get("rewriter")}/${RewriterService.typeName}/AskAi`;

  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...questionFor(dialects[0] as never) }),
  });

  expect(response.status).toBe(401);
  await response.body?.cancel();
});
