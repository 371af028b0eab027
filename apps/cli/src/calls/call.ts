import { readFile } from "node:fs/promises";
import { text as textOf } from "node:stream/consumers";
import { Batch, type DescribedOperation, type Parley } from "@parley/sdk";
import type { Command } from "commander";
import { sessionOf } from "../profiles/session.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { UsageError } from "../terminal/problem.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { operationOf } from "./operations.ts";

interface CallOptions {
  readonly all?: true;
  readonly idempotencyKey?: string;
}

/** `parley call <operation> [data]`: any operation, with its whole result as JSON. */
export function addCall(program: Command, terminal: Terminal, finish: (exitCode: number) => void): void {
  program
    .command("call")
    .description("call an operation and print its result as JSON")
    .argument("<operation>", "name or path, such as users.list or /v2/users/get; `parley operations` lists them")
    .argument("[data]", "the request data as JSON; @file reads a file, - standard input", "{}")
    .option("--all", "read all pages, one line of JSON for each item")
    .option("--idempotency-key <key>", "a repeat with the same key within 24 hours gets the first response")
    .action(async (word: string, data: string, options: CallOptions, command: Command) => {
      const operation = operationOf(word);
      const sent = await dataOf(data);
      const { parley } = await sessionOf(terminal, command);
      if (operation.answer === "stream") return stream(terminal, parley, sent);
      if (options.all) return pages(terminal, parley, operation, sent);
      const { idempotencyKey } = options;
      const result = await parley.call(operation, sent, { idempotencyKey });
      terminal.value(result);
      if (operation.answer === "batch" && new Batch(operation.name, result).failed.length > 0) finish(exitCodes.partly);
    });
}

async function dataOf(given: string): Promise<object> {
  const text = given === "-" ? await textOf(process.stdin) : given.startsWith("@") ? await readFile(given.slice(1), "utf8") : given;
  try {
    const data: unknown = JSON.parse(text);
    if (typeof data === "object" && data !== null && !Array.isArray(data)) return data;
  } catch (error) {
    throw new UsageError(`The data is not valid JSON (${error instanceof Error ? error.message : error}): ${text.slice(0, 100)}`);
  }
  throw new UsageError(`The data must be an object: ${text.slice(0, 100)}`);
}

async function pages(terminal: Terminal, parley: Parley, operation: DescribedOperation, data: object): Promise<void> {
  if (operation.answer !== "pages") throw new UsageError(`${operation.name} has no pages.`);
  for (let pageToken: unknown; pageToken !== null; ) {
    const result = await parley.call(operation, pageToken === undefined ? data : { ...data, pageToken });
    const items = Array.isArray(result.data) ? result.data : [result.data];
    for (const item of items) terminal.print(JSON.stringify(item));
    pageToken = result.nextPageToken || null;
  }
}

async function stream(terminal: Terminal, parley: Parley, data: object): Promise<void> {
  for await (const event of await parley.ai.stream(data as Parameters<Parley["ai"]["stream"]>[0])) {
    if (terminal.json) terminal.value(event);
    else if (event.type === "text") terminal.write(event.text);
  }
  if (!terminal.json) terminal.print("");
}
