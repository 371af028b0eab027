import { type FileHandle, open, rename } from "node:fs/promises";
import { type AuditListItem, type AuditListRequest, type Parley, ParleyError } from "@parley/sdk";
import { type Command, Option } from "commander";
import { stringify } from "csv-stringify/sync";
import { writePrivateFile } from "../files/write-private-file.ts";
import { type Session, sessionOf } from "../profiles/session.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { printable, type Terminal } from "../terminal/terminal.ts";
import { timeOption } from "../times/times.ts";
import { keySetAt } from "./key-set.ts";

interface ExportOptions {
  readonly format: "ndjson" | "csv";
  readonly from?: string;
  readonly to?: string;
  readonly actions?: string[];
  readonly apiKeyOfActs?: string;
}

const pageSize = 1_000;

/** `parley audit export <file>`: the audit log as lines of JSON or as a table, with the checkpoint and the keys to verify it. */
export function addAuditExport(audit: Command, terminal: Terminal, finish: (exitCode: number) => void): void {
  audit
    .command("export")
    .description(
      "write the audit log to a file, newest first, with <file>.checkpoint and <file>.keys to verify it; an export with filters or as CSV cannot be verified",
    )
    .argument("<file>", "the file, usually ….ndjson")
    .addOption(new Option("--format <format>", "lines of JSON, or a table for spreadsheets").choices(["ndjson", "csv"]).default("ndjson"))
    .option("--from <time>", "only acts from this time on, such as 2026-01-31 or 2026-01-31T12:00:00Z")
    .option("--to <time>", "only acts up to this time")
    .option("--actions <name...>", "only these actions, such as apiKeys.create")
    .option("--on-api-key <id>", "only acts on this API key")
    .action(async (file: string, options: ExportOptions & { onApiKey?: string }, command: Command) => {
      const { onApiKey, ...rest } = options;
      const request = requestOf({ ...rest, ...(onApiKey === undefined ? {} : { apiKeyOfActs: onApiKey }) });
      finish(await exportTo(await sessionOf(terminal, command), file, options.format, request));
    });
}

async function exportTo(
  { terminal, parley, profile }: Session,
  file: string,
  format: ExportOptions["format"],
  request: AuditListRequest,
): Promise<number> {
  // The checkpoint is read first. Records written later, such as the record of this export, are not covered by it and are left out.
  const signed = await checkpointOf(parley);
  const keys = await keySetAt(profile.baseUrl);
  const records = await write(file, format, parley.audit.list({ ...request, pageSize }).pages(), signed);
  const isWhole = format === "ndjson" && Object.keys(request).length === 0;
  const { checkpoint, refusal } = signed;
  if (isWhole) await writePrivateFile(`${file}.keys`, `${JSON.stringify(keys)}\n`);
  if (isWhole && checkpoint !== undefined) await writePrivateFile(`${file}.checkpoint`, `${checkpoint}\n`);
  if (terminal.json) terminal.value({ file, records, ...(isWhole ? { checkpoint } : {}), ...(refusal === undefined ? {} : { refusal }) });
  else terminal.note(`${records} records are in ${file}.${isWhole ? ` Verify it anywhere: ${verifyLine(file, checkpoint)}` : ""}`);
  if (refusal === undefined) return exitCodes.done;
  if (!terminal.json) terminal.note(printable(refusal));
  return exitCodes.partly;
}

interface Signed {
  readonly checkpoint?: string;
  readonly sequence: number;
  /** Why there is no checkpoint: the ends of the log are not those that were written. What is left can be compared with earlier ones. */
  readonly refusal?: string;
}

async function checkpointOf(parley: Parley): Promise<Signed> {
  try {
    return await parley.audit.getCheckpoint();
  } catch (error) {
    if (!(error instanceof ParleyError) || error.status !== "FAILED_PRECONDITION") throw error;
    return { sequence: Number.POSITIVE_INFINITY, refusal: error.message };
  }
}

function verifyLine(file: string, checkpoint: string | undefined): string {
  return `parley audit verify ${file} --checkpoint ${checkpoint === undefined ? "<an earlier one>" : `${file}.checkpoint`} --keys ${file}.keys`;
}

async function write(
  file: string,
  format: ExportOptions["format"],
  pages: AsyncIterable<{ readonly data: readonly AuditListItem[] }>,
  { sequence }: Signed,
): Promise<number> {
  const part = `${file}.part`;
  let records = 0;
  {
    await using handle = await open(part, "w", 0o600);
    if (format === "csv") await handle.write(stringify([columns], csv));
    for await (const { data } of pages) {
      const covered = data.filter((record) => record.sequence <= sequence);
      records += covered.length;
      await append(handle, covered, format);
    }
    await handle.sync();
  }
  await rename(part, file);
  return records;
}

function append(handle: FileHandle, records: readonly AuditListItem[], format: ExportOptions["format"]): Promise<unknown> {
  if (format === "csv") return handle.write(stringify(records.map(rowOf), csv));
  return handle.write(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
}

// A spreadsheet would run a cell that begins like a formula.
const csv = { escape_formulas: true, record_delimiter: "windows" } as const;

const columns = [
  ...["sequence", "time", "action", "outcome", "actorType", "actorName", "actorId", "ip", "userAgent", "apiKey"],
  ...["targets", "changes", "requestId", "recordId", "hash"],
];

function rowOf(record: AuditListItem): (string | number)[] {
  const { sequence, occurredAt, action, outcome, actor, context, apiKey, targets, changes, recordId, hash } = record;
  const { ip, userAgent, requestId } = context;
  return [
    ...[sequence, new Date(occurredAt).toISOString(), action, outcome, actor.type, actor.name ?? "", actor.id, ip ?? "", userAgent ?? ""],
    ...[apiKey ?? "", targets.map(({ type, id }) => `${type}:${id ?? "erased"}`).join(" "), changes.join(" "), requestId, recordId, hash],
  ];
}

function requestOf({ from, to, actions, apiKeyOfActs }: ExportOptions): AuditListRequest {
  return {
    ...(from === undefined ? {} : { from: timeOption("--from", from) }),
    ...(to === undefined ? {} : { to: timeOption("--to", to) }),
    ...(actions === undefined ? {} : { actions }),
    ...(apiKeyOfActs === undefined ? {} : { apiKey: apiKeyOfActs }),
  };
}
