import { expect, test } from "vitest";
import { routeModel } from "./model-route.ts";

test.each([
  ["gpt-4o-mini", "openai", "gpt-4o", false],
  ["gpt-4.1-nano", "openai", "gpt-4.1", false],
  ["gpt-4-turbo", "openai", "gpt-4", false],
  ["gpt-3.5-turbo", "openai", "gpt-3.5", false],
  ["gpt-6-sol", "openai", "gpt-6", false],
  ["gpt-99", "openai", "other", false],
  ["chatgpt-4o-latest", "openai", "chatgpt", false],
  ["o1", "openai", "o1", true],
  ["o3-mini", "openai", "o3", true],
  ["o4-mini-2025-04-16", "openai", "o4", true],
  ["claude-sonnet-5-5", "anthropic", "sonnet", false],
  ["claude-fable-5-2", "anthropic", "fable", false],
  ["claude-3-opus-20240229", "anthropic", "opus", false],
  ["claude-3-5-haiku-latest", "anthropic", "haiku", false],
  ["claude-instant-1.2", "anthropic", "other", false],
  ["gemini-2.5-pro", "gemini", "pro", false],
  ["gemini-2.0-flash", "gemini", "flash", false],
  ["gemini-2.5-flash-lite", "gemini", "flash-lite", false],
  ["ft:gpt-4o-mini-2024-07-18:acme::a1b2", "openai", "gpt-4o", false],
  ["ft:o4-mini-2025-04-16:acme::a1b2", "openai", "o4", true],
  ["codex-mini-latest", "openai", "other", false],
  ["computer-use-preview", "openai", "other", false],
  ["gemma-3-27b-it", "gemini", "gemma", true],
])("%s goes to %s", (model, provider, family, reasoning) => {
  expect(routeModel(model)).toEqual({ provider, family, reasoning });
});

test.each([
  "",
  "gpt",
  "GPT-4o",
  "o2-mini",
  "o1x",
  "o10",
  "xo1-mini",
  "llama-3",
  "claude",
  "ft:llama-3",
  "ft:",
  "gpt-4o/x",
  "models/gemini-2.5-pro",
  " gpt-4o",
  "gemini-pro/../../secrets",
  "gemini-pro:generateContent?key=x",
  "gemini-pro#",
  "gpt-4o\n",
  "gpt-4ö",
  "__proto__",
])("%j has no provider", (model) => {
  expect(routeModel(model)).toBeUndefined();
});

test("an operator's prefixes come before the known ones, the longest of them first", () => {
  const prefixes = [
    { prefix: "mistral/large", provider: "anthropic" },
    { prefix: "mistral/", provider: "openai" },
    { prefix: "gpt-oss-", provider: "gemini" },
  ] as const;
  const providerOf = (model: string) => routeModel(model, prefixes)?.provider;

  expect(providerOf("mistral/small@2")).toBe("openai");
  expect(providerOf("mistral/large-3")).toBe("anthropic");
  expect(providerOf("gpt-oss-120b")).toBe("gemini");
  expect(providerOf("gpt-4o")).toBe("openai");
  // A name becomes part of Gemini's URL.
  expect(providerOf("gpt-oss-/../x")).toBeUndefined();
  expect(providerOf("mistral/ x")).toBeUndefined();
});
