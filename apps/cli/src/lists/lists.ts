import type { Pages } from "@parley/sdk";
import { type Command, Option } from "commander";
import { type Session, sessionOf } from "../profiles/session.ts";
import { UsageError } from "../terminal/problem.ts";
import { type Columns, table } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** One `list` command: its request and its columns. */
interface ListCommand<Item> {
  readonly noun: string;
  readonly description: string;
  /** `list` if absent. A verb with another name takes an argument, which is named here too. */
  readonly verb?: { readonly name: string; readonly argument: string };
  readonly options: readonly Option[];
  readonly items: (session: Session, options: Readonly<Record<string, string>>, pageSize: number) => Pages<unknown, Item>;
  readonly columns: Columns<Item>;
}

const usualLimit = 50;
const mostPerPage = 1_000;

/** Adds `parley <noun> list`, or another verb of the noun. */
export function addList<Item>(program: Command, terminal: Terminal, list: ListCommand<Item>): void {
  const { noun, description, verb, options } = list;
  const ofNoun = program.commands.find((command) => command.name() === noun) ?? program.command(noun).description(description);
  const command = ofNoun
    .command(verb === undefined ? "list" : `${verb.name} <${verb.argument}>`)
    .description(description)
    .addOption(new Option("--limit <count>", "the most entries to list, or all").default(String(usualLimit)));
  for (const option of options) command.addOption(option);
  command.action(async (...called: unknown[]) => {
    const own = called.at(-1) as Command;
    const argument = verb === undefined ? {} : { [verb.argument]: String(called[0]) };
    await print(await sessionOf(terminal, own), list, { ...own.opts<Record<string, string>>(), ...argument });
  });
}

async function print<Item>(session: Session, list: ListCommand<Item>, given: Readonly<Record<string, string>>): Promise<void> {
  const { terminal } = session;
  const limit = limitOf(given.limit ?? "");
  const found: Item[] = [];
  let isMore = false;
  for await (const item of list.items(session, given, Math.min(limit + 1, mostPerPage))) {
    isMore = found.length === limit;
    if (isMore) break;
    found.push(item);
  }
  if (terminal.json) return terminal.value(found);
  if (found.length === 0) return terminal.note("Nothing found.");
  for (const line of table(found, list.columns)) terminal.print(line);
  if (isMore) terminal.note(`There are more; --limit all lists them.`);
}

function limitOf(text: string): number {
  if (text === "all") return Number.POSITIVE_INFINITY;
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1) throw new UsageError(`--limit is ${text.slice(0, 100)}; it takes a number from 1, or all.`);
  return limit;
}
