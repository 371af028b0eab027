import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { constants, type FileHandle, open } from "node:fs/promises";
import type { Command } from "commander";
import { type Session, sessionOf } from "../../profiles/session.ts";
import { UsageError } from "../../terminal/problem.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { Bookmark } from "../bookmark.ts";
import type { Header } from "../record.ts";
import { type Place, step } from "./walk.ts";

interface Reached {
  readonly exportId: string;
  readonly apiKey: string;
  readonly place: Place;
  /** The valid length of the file; the rest was cut off by a kill. */
  readonly bytes: number;
  readonly records: number;
}

/** `parley export <file>`: all data of an API key, one line of JSON for each item. A killed run can be continued. */
export function addExport(program: Command, terminal: Terminal): void {
  program
    .command("export")
    .description("write all data of the API key to a file, one line of JSON for each item; another run continues")
    .argument("<file>", "the file, usually ….ndjson")
    .action(async (file: string, _options, command: Command) => exportTo(await sessionOf(terminal, command), file));
}

async function exportTo(session: Session, file: string): Promise<void> {
  const { terminal, parley, profile } = session;
  const apiKey = profile.apiKey ?? "";
  const bookmark = new Bookmark<Reached>(`${file}.export`);
  const known = await bookmark.read();
  if (known === undefined && existsSync(file)) throw new UsageError(`${file} exists already and is not an unfinished export.`);
  if (known !== undefined && known.apiKey !== apiKey)
    throw new UsageError(`${file} is an unfinished export of ${known.apiKey}, not of ${apiKey}.`);
  await refuseWithoutQueries(session);
  let reached: Reached = known ?? { exportId: randomUUID(), apiKey, place: { stage: "domains" }, bytes: 0, records: 0 };
  // The bookmark is written before the file, because a file without a bookmark is never continued.
  if (known === undefined) await bookmark.write(reached);
  else terminal.note(`Continuing after ${known.records} records.`);
  await using handle = await open(file, constants.O_RDWR | constants.O_CREAT, 0o600);
  await handle.truncate(reached.bytes);
  if (reached.bytes === 0) reached = { ...reached, bytes: await append(handle, 0, lineOf(headerOf(reached))) };

  while (reached.place.stage !== "end") {
    const { records, next } = await step(parley, reached.place);
    const bytes = await append(handle, reached.bytes, records.map(lineOf).join(""));
    reached = { ...reached, place: next, bytes, records: reached.records + records.length };
    await bookmark.write(reached);
  }
  await append(handle, reached.bytes, lineOf({ type: "end", records: reached.records }));
  await handle.sync();
  await bookmark.remove();
  if (terminal.json) terminal.value({ file, exportId: reached.exportId, records: reached.records });
  else terminal.note(`${reached.records} records are in ${file}. Secrets, tokens, read marks and logs of deliveries are not included.`);
}

function headerOf({ exportId, apiKey }: Reached): Header {
  return { type: "parley-export", version: 1, exportId, apiKey, startedAt: Date.now() };
}

function lineOf(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** Returns the new end of the file. */
async function append(handle: FileHandle, position: number, text: string): Promise<number> {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length) written += (await handle.write(bytes, written, bytes.length - written, position + written)).bytesWritten;
  return position + bytes.length;
}

async function refuseWithoutQueries({ parley }: Session): Promise<void> {
  const { advancedQueriesEnabled } = await parley.apiKeys.getConfig();
  if (advancedQueriesEnabled) return;
  throw new UsageError(
    `Users cannot be read while the API key's advancedQueriesEnabled is off. Turn it on: parley call apiKeys.updateConfig '{"advancedQueriesEnabled":true}'`,
  );
}
