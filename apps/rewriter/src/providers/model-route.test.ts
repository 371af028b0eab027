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
  "ft:gpt-4o",
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
