import type { ChangesPage, Parley, WatchRequest } from "@parley/sdk";
import { type Command, Option } from "commander";
import { sessionOf } from "../profiles/session.ts";
import { interruption, type Terminal } from "../terminal/terminal.ts";
import { CursorFile } from "./cursor-file.ts";
import { beginOnOwnLine, writeLines } from "./lines.ts";

interface ChangesOptions {
  readonly follow?: true;
  readonly cursor: string;
  readonly cursorFile?: string;
  readonly organization?: string;
  readonly document?: string;
  readonly actionType?: string[];
  readonly include?: "thread";
}

const pageSize = 1_000;

/** `parley changes`: changes in order, one line of JSON for each. */
export function addChanges(program: Command, terminal: Terminal): void {
  program
    .command("changes")
    .description("print changes in order, one line of JSON for each; reads to the end and stops")
    .option("-f, --follow", "continue with new changes; Ctrl-C ends it")
    .option("--cursor <cursor>", "where to begin: start, now, or a nextCursor; an existing cursor file takes precedence", "start")
    .option(
      "--cursor-file <file>",
      "stores the position of the output, so that a killed run can be continued: at least once, nothing skipped",
    )
    .option("-o, --organization <id>", "only of this organization")
    .option("-d, --document <id>", "only of this document; needs the organization")
    .option("--action-type <type...>", "only these action types, such as comment.add")
    .addOption(new Option("--include <what>", "add to each change its thread as it is now").choices(["thread"]))
    .action(async ({ follow, cursorFile, ...options }: ChangesOptions, command: Command) => {
      const { parley } = await sessionOf(terminal, command);
      const file = cursorFile === undefined ? undefined : new CursorFile(cursorFile);
      const kept = await file?.read();
      const request = { ...filtersOf(options), pageSize, cursor: kept ?? options.cursor };
      if (kept !== undefined) await beginOnOwnLine();
      const signal = interruption();
      try {
        for await (const { data, nextCursor } of follow
          ? parley.changes.watch(request, { signal }).pages()
          : toTheEnd(parley, request, signal)) {
          await writeLines(data);
          await file?.write(nextCursor);
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    });
}

function filtersOf({ organization, document, actionType, include }: Omit<ChangesOptions, "follow" | "cursorFile">): WatchRequest {
  return { organizationId: organization, documentId: document, actionTypes: actionType, include: include && [include] };
}

async function* toTheEnd(parley: Parley, request: WatchRequest, signal: AbortSignal): AsyncGenerator<ChangesPage, void> {
  for (let { cursor } = request; ; ) {
    const page = await parley.changes.get({ ...request, cursor }, { signal });
    yield page;
    if (page.upToDate) return;
    cursor = page.nextCursor;
  }
}
