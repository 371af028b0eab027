import { beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { command } from "../module/command.ts";
import { defineModule, type Module } from "../module/module.ts";
import { setting, text } from "../settings/setting.ts";
import { asksToServe, runCommandLine } from "./command-line.ts";

const small = { word: text("TEST_WORD", { description: "What to say." }) };
const environment = {
  PARLEY_SERVICE_TOKENS: "a-service-token-of-enough-characters",
  TEST_WORD: "hello",
  TEST_SECRET: "nobody-may-read-this",
};
let module: Module;

beforeEach(() => {
  module = defineModule({
    name: "speaker",
    config: { ...small, secret: setting("TEST_SECRET", { description: "A secret.", secret: true, schema: z.string("is required") }) },
    uses: [],
    mount: async () => undefined,
    commands: { say: command({ description: "Say the word.", config: small, run: async ({ word }) => `It says ${word}.` }) },
  });
});

const ask = (words: string[], given: NodeJS.ProcessEnv = environment) => runCommandLine([module], words, given);

test("no word or the word serve means serving, anything else does not", () => {
  expect([[], ["serve"], ["--help"], ["say"]].map(asksToServe)).toEqual([true, true, false, false]);
});

test("the help lists every command with a sentence", async () => {
  const help = await ask(["--help"], {});

  for (const name of ["serve", "config check", "config print", "say"]) expect(help).toMatch(new RegExp(`^ {2}${name} +[A-Z]`, "m"));
  expect(help).toContain("Say the word.");
});

test("the version names Parley's and Node's", async () => {
  expect(await ask(["--version"], {})).toMatch(/^Parley \d+\.\d+\.\d+, Node \d+\./);
});

test("a command needs only the configuration that it reads", async () => {
  expect(await ask(["say"], { TEST_WORD: "hello" })).toBe("It says hello.");
  await expect(ask(["say"], {})).rejects.toThrow("TEST_WORD is required. What to say.");
});

test("the configuration is checked as a start would, and printed without a secret", async () => {
  expect(await ask(["config", "check"])).toBe("The configuration is complete.");
  await expect(ask(["config", "check"], {})).rejects.toThrow("TEST_SECRET is required");
  const printed = await ask(["config", "print"]);
  expect(printed).toContain("TEST_WORD=hello");
  expect(printed).toContain("PARLEY_LOG_LEVEL=info");
  for (const secret of [environment.TEST_SECRET, environment.PARLEY_SERVICE_TOKENS]) expect(printed).not.toContain(secret);
});

test("an unknown command is refused with the known ones", async () => {
  await expect(ask(["sing"])).rejects.toThrow("There is no command sing; known are serve, config check, config print, say.");
});
