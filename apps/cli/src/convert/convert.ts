import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Command } from "commander";
import { forStream } from "../terminal/escaped.ts";
import { UsageError } from "../terminal/problem.ts";
import { table } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { Times } from "../times/times.ts";
import { linesOf } from "../transfer/import/lines.ts";
import { readHeaders, readPeople } from "./answers/files-beside.ts";
import { KeepingClient } from "./answers/keeping-client.ts";
import { readAnswers } from "./answers/read-answers.ts";
import type { FoundThread } from "./model/found.ts";
import { LeftOut } from "./model/left-out.ts";
import { People } from "./model/people.ts";
import type { Answer, Context, Source, SourceClient } from "./model/source.ts";
import { sourceNames, sourceOf } from "./sources.ts";
import { AttachmentFiles } from "./writing/attachment-files.ts";
import { ExportWriter } from "./writing/export-writer.ts";
import { ThreadRecords } from "./writing/thread-record.ts";

interface ConvertOptions {
  readonly from: string;
  readonly out?: string;
  readonly organization?: readonly string[];
  readonly document?: string;
  readonly documentKey?: string;
  readonly users?: string;
  readonly mapping?: string;
  readonly headers?: string;
  readonly timeZone?: string;
  readonly files?: string;
  readonly filesAt?: string;
}

const noteEveryMs = 5_000;

/** `parley convert <source>`: writes the threads of another product as a file for `parley import`. */
export function addConvert(program: Command, terminal: Terminal): void {
  program
    .command("convert")
    .description("convert the threads of another product to a file for parley import, and report what could not be converted")
    .argument(
      "<source>",
      Object.entries(sourceNames)
        .map(([name, text]) => `${name} (${text})`)
        .join(", "),
    )
    .requiredOption("--from <file or URL>", "the source's responses in a file or folder, or its URL")
    .option("--out <file>", "the file to write; default: standard output. Required with a URL, so that a killed run can be continued")
    .option("-o, --organization <id...>", "the organization of threads that name none; original is read for each organization given")
    .option("-d, --document <id>", "the document of threads that name none")
    .option("--document-key <key>", "the location key that names the document, for Cord")
    .option("--users <file>", "a file of users by their ids in the source: CSV with id, userId, name and email, or JSON")
    .option("--mapping <file>", "a file that maps the fields of a row, for table")
    .option(
      "--time-zone <zone>",
      "the zone of times that name none, such as Europe/Berlin, +02:00 or UTC; without it such times are refused",
    )
    .option("--headers <file>", "a file of request headers for the source, one per line, such as authorization: Bearer …")
    .option("--files <folder>", "a folder for the files of attachments, which are downloaded from the source; for liveblocks with a URL")
    .option("--files-at <URL>", "the address at which you will publish that folder")
    .action(async (name: string, options: ConvertOptions) => {
      const source = await sourceOf(name, options.mapping);
      const { out } = options;
      if (out !== undefined) return convert(terminal, { name, source, options, path: out });
      const folder = await mkdtemp(join(tmpdir(), "parley-convert-"));
      try {
        const path = join(folder, "converted.ndjson");
        await convert(terminal, { name, source, options, path });
        await pipeline(printedLines(path), process.stdout, { end: false });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
}

async function* printedLines(path: string): AsyncGenerator<string> {
  for await (const { text } of linesOf(path, 0)) yield `${forStream(text, process.stdout)}\n`;
}

interface Conversion {
  readonly name: string;
  readonly source: Source;
  readonly options: ConvertOptions;
  readonly path: string;
}

async function convert(terminal: Terminal, { name, source, options, path }: Conversion): Promise<void> {
  const { organization = [], document: documentId, documentKey, users, out } = options;
  if (existsSync(path)) throw new UsageError(`${path} exists already.`);
  const leftOut = new LeftOut();
  const people = new People(users === undefined ? undefined : await readPeople(users));
  const context: Context = {
    organizationId: organization.length === 1 ? organization[0] : undefined,
    documentId,
    documentKey,
    people,
    times: new Times(options.timeZone),
    leftOut,
  };
  const { answers, client, forget } = await answersOf(terminal, source, options, path);
  const files = await filesOf(options, client, source, leftOut);
  await using writer = await ExportWriter.open(path);
  await write(terminal, { writer, answers, source, context, files });
  await writer.finish(name);
  await forget();
  const rows = leftOut.rows();
  const summary = { source: name, ...writer.counts, leftOut: rows };
  if (terminal.json) {
    if (out === undefined) terminal.note(JSON.stringify(summary));
    else terminal.value({ file: out, ...summary });
    return;
  }
  const { threads, comments, documents, users: known } = writer.counts;
  const found = `${counted(threads, "thread")} with ${counted(comments, "comment")} in ${counted(documents, "document")}`;
  terminal.note(`${found}, and ${counted(known, "user")} with a name or an address.`);
  if (rows.length === 0) return terminal.note("Nothing was left out.");
  terminal.note("Not converted:");
  const columns = {
    "left out": (row: (typeof rows)[number]) => row.what,
    count: ({ count }: (typeof rows)[number]) => count,
    first: ({ example }: (typeof rows)[number]) => example,
  };
  for (const line of table(rows, columns)) terminal.note(line);
}

/** The responses of a source, and a function that deletes those kept in a folder. */
async function answersOf(terminal: Terminal, source: Source, { from, organization = [], headers, out }: ConvertOptions, path: string) {
  if (!/^https?:\/\//.test(from)) return { answers: readAnswers(from), client: undefined, forget: async () => undefined };
  if (out === undefined)
    throw new UsageError(
      "A source with a URL needs --out: its responses are kept beside that file, so that a killed run can be continued.",
    );
  const folder = `${path}.answers`;
  const isOther = existsSync(folder);
  const client = new KeepingClient({ base: from, headers: headers === undefined ? {} : await readHeaders(headers), folder });
  if (isOther) terminal.note(`Continuing with the responses in ${folder}.`);
  return { answers: source.ask(client, organization), client, forget: () => rm(folder, { recursive: true, force: true }) };
}

async function filesOf({ files: folder, filesAt: at }: ConvertOptions, client: SourceClient | undefined, source: Source, leftOut: LeftOut) {
  if (folder === undefined && at === undefined) return undefined;
  if (folder === undefined || at === undefined) throw new UsageError("--files and --files-at are given together.");
  if (client === undefined) throw new UsageError("--files needs a URL in --from, where the addresses of files are requested.");
  return AttachmentFiles.open({ folder, at }, client, source, leftOut);
}

interface Writing {
  readonly writer: ExportWriter;
  readonly answers: AsyncIterable<Answer>;
  readonly source: Source;
  readonly context: Context;
  readonly files: AttachmentFiles | undefined;
}

async function write(terminal: Terminal, { writer, answers, source, context, files }: Writing): Promise<void> {
  const records = new ThreadRecords(context.people, context.leftOut);
  let nextMs = Date.now() + noteEveryMs;
  for await (const found of source.read(answers, context)) {
    if (found.type !== "thread") {
      writer.place(found);
      continue;
    }
    if (files === undefined && source.filePath !== undefined) countFiles(found.thread, context.leftOut);
    const made = records.of(files === undefined ? found.thread : await files.of(found.thread));
    if (made !== undefined && !(await writer.thread(made.record, made.people, made.comments)))
      context.leftOut.count("duplicate thread", found.thread.annotationId);
    if (Date.now() < nextMs || terminal.json) continue;
    nextMs = Date.now() + noteEveryMs;
    terminal.note(counted(writer.counts.threads, "thread"));
  }
}

function countFiles({ annotationId, comments }: FoundThread, leftOut: LeftOut): void {
  for (const { commentId, attachments } of comments)
    for (const _ of attachments) leftOut.count("file of an attachment: its address expires", `${annotationId} ${commentId}`);
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}
