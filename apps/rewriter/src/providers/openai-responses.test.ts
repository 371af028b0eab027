import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { routeModel } from "./model-route.ts";
import { answersToResponses } from "./openai-responses.ts";

const types = readFileSync(join(dirname(createRequire(import.meta.url).resolve("openai")), "resources/shared.d.ts"), "utf8");

/** The names of a union type of OpenAI's SDK. */
function namesOf(type: string): string[] {
  const [, union = ""] = new RegExp(`export type ${type} = ([^;]+);`).exec(types) ?? [];
  return [...union.matchAll(/'([^']+)'/g)].map(([, name = ""]) => name);
}

test("the models that OpenAI's SDK lists for the Responses API alone are asked there, and no others", () => {
  expect(namesOf("AllModels").length).toBeGreaterThan(20);
  expect(namesOf("AllModels").filter((name) => !answersToResponses(name))).toEqual([]);
  expect(namesOf("ChatModel").length).toBeGreaterThan(50);
  expect(namesOf("ChatModel").filter(answersToResponses)).toEqual([]);
});

test("every model that OpenAI's SDK lists has a provider", () => {
  const names = [...namesOf("AllModels"), ...namesOf("ChatModel")];

  expect(names.filter((name) => routeModel(name)?.provider !== "openai")).toEqual([]);
});
