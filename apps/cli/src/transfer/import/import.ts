import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import type { Command } from "commander";
import { type Session, sessionOf } from "../../profiles/session.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { UsageError } from "../../terminal/problem.ts";
import { progressOf } from "../../terminal/progress.ts";
import { printable, type Terminal } from "../../terminal/terminal.ts";
import { Bookmark } from "../bookmark.ts";
import { type Header, isHeader } from "../record.ts";
import { apply } from "./apply.ts";
import { dryRun } from "./dry-run.ts";
import { linesOf } from "./lines.ts";
import { type FailedItem, Sender } from "./sender.ts";
import { areSettings, changed, type Setting, settingsIn, tellSettings } from "./settings.ts";
import { windowsOf } from "./windows.ts";

interface Reached {
  readonly exportId: string;
  /** The id of this run, also across interruptions: idempotency keys are derived from it. */
  readonly importId: string;
  readonly apiKey: string;
  readonly bytes: number;
  readonly records: number;
  readonly failed: readonly FailedItem[];
  /** Whether notifying of comments was switched off for the import and must be switched on at the end. */
  readonly silenced: boolean;
  /** The settings in which the file differs from the API key. */
  readonly settings?: readonly Setting[];
}

interface ImportOptions {
  readonly dryRun?: true;
  readonly tellPeople?: boolean;
  readonly settings?: boolean;
}

const shownFailures = 10;
const keptFailures = 1_000;

/** `parley import <file>`: adds the contents of an export to the API key. A killed run can be continued. */
export function addImport(program: Command, terminal: Terminal, finish: (exitCode: number) => void): void {
  program
    .command("import")
    .description("add the contents of an export to the API key, with the same ids; another run continues")
    .argument("<file>", "a file written by parley export")
    .option("--dry-run", "read the file and report what would be added, without adding it")
    .option("--settings", "apply the file's settings too, which are shown in any case: the options of the API key and its domains")
    .option(
      "--tell-people",
      "notify of imported reactions, notifications and comments of the last day, by the API key's webhooks, e-mails and inbox entries",
    )
    .action(async (file: string, options: ImportOptions, command: Command) => {
      const session = await sessionOf(terminal, command, { maxRetries: 8 });
      const { header, start } = await headerOf(file);
      if (options.dryRun) return dryRun(session, file, start);
      if (!options.tellPeople) await refuseToTellPeople(session);
      const failed = await importFrom(session, file, { ...header, start, ...options });
      if (failed.length > 0) finish(exitCodes.partly);
    });
}

async function headerOf(file: string): Promise<{ header: Header; start: number }> {
  for await (const { text, end } of linesOf(file, 0)) {
    const header: unknown = text.startsWith("{") && text.endsWith("}") ? JSON.parse(text) : undefined;
    if (isHeader(header)) return { header, start: end };
    break;
  }
  throw new UsageError(`${file} is not an export: its first line is not an export header.`);
}

async function refuseToTellPeople({ parley }: Session): Promise<void> {
  const [{ useWebhookService }, { useEmailService }] = await Promise.all([parley.webhooks.getConfig(), parley.emails.getConfig()]);
  const senders = [...(useWebhookService ? ["webhooks"] : []), ...(useEmailService ? ["e-mails"] : [])].join(" and ");
  if (senders === "") return;
  throw new UsageError(
    `The API key sends ${senders}, which would report reactions, notifications and comments of the last day as if they were new. Switch them off, or use --tell-people.`,
  );
}

async function importFrom(
  session: Session,
  file: string,
  { exportId, start, tellPeople = false, settings: isApplied = false }: Header & ImportOptions & { readonly start: number },
): Promise<readonly FailedItem[]> {
  const { terminal, parley, profile } = session;
  const apiKey = profile.apiKey ?? "";
  const bookmark = new Bookmark<Reached>(`${file}.import-${apiKey}`);
  const known = await bookmark.read();
  const isSame = known?.exportId === exportId;
  if (isSame) terminal.note(`Continuing after ${known.records} records.`);
  const silenced = (isSame && known.silenced) || (!tellPeople && (await parley.apiKeys.getConfig()).notifyOfComments);
  let reached = isSame
    ? { ...known, silenced }
    : { exportId, importId: randomUUID(), apiKey, bytes: start, records: 0, failed: [], silenced };
  // The bookmark is written before the first request, so that a run killed after that derives the same keys.
  await bookmark.write(reached);
  // The option is changed after the bookmark is written, so that a run killed from here on knows that it must switch it on again.
  if (silenced) await parley.apiKeys.updateConfig({ notifyOfComments: false });

  const sender = new Sender(parley, reached.importId);
  const { size } = await stat(file);
  const progress = progressOf(terminal, size, `Importing into ${apiKey}`);
  for await (const { records, end } of windowsOf(file, reached.bytes)) {
    const found = changed(await settingsIn(parley, records, reached.silenced));
    if (isApplied || !areSettings(records)) await apply(parley, sender, records);
    const failed = [...reached.failed, ...sender.failed.splice(0)].slice(0, keptFailures);
    const settings = [...(reached.settings ?? []), ...found];
    const isDecided = isApplied && records.some(({ type, item }) => type === "options" && item.notifyOfComments !== undefined);
    const silenced = reached.silenced && !isDecided;
    reached = { ...reached, bytes: end, records: reached.records + records.length, failed, settings, silenced };
    await bookmark.write(reached);
    progress.reach(end, `${reached.records} records`);
  }
  if (reached.silenced) await parley.apiKeys.updateConfig({ notifyOfComments: true });
  await bookmark.remove();
  progress.end(
    `${reached.records} records have been imported${reached.failed.length === 0 ? "" : `, except ${reached.failed.length} that failed`}.`,
  );
  tell(terminal, reached, isApplied);
  return reached.failed;
}

function tell(terminal: Terminal, { records, failed, exportId, settings = [] }: Reached, isApplied: boolean) {
  if (terminal.json) return terminal.value({ exportId, records, failed, settings, settingsApplied: isApplied });
  tellSettings(terminal, settings, isApplied);
  for (const { operation, id, message } of failed.slice(0, shownFailures)) terminal.note(printable(`${operation} of ${id}: ${message}`));
  if (failed.length > shownFailures) terminal.note(`… and ${failed.length - shownFailures} more; --json shows all.`);
}
