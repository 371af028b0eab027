import type { Session } from "../../profiles/session.ts";
import { table } from "../../terminal/table.ts";
import type { RecordType } from "../record.ts";
import { type Setting, settingLine, settingsIn } from "./settings.ts";
import { windowsOf } from "./windows.ts";

const idsAtOnce = 1_000;

/** Reads a whole export, and reports what an import would add and what exists already. */
export async function dryRun({ terminal, parley }: Session, file: string, start: number): Promise<void> {
  const counts = new Map<RecordType | "comment", number>();
  const count = (type: RecordType | "comment", more: number) => counts.set(type, (counts.get(type) ?? 0) + more);
  const settings: Setting[] = [];
  let existing = 0;
  for await (const { records } of windowsOf(file, start)) {
    const [{ type } = { type: "thread" as const }] = records;
    count(type, records.length);
    settings.push(...(await settingsIn(parley, records)));
    if (type === "thread")
      for (const { item } of records) count("comment", (item.commentData as readonly unknown[] | undefined)?.length ?? 0);
    if (type === "organization")
      existing += await countExisting(
        parley,
        records.map(({ item }) => String(item.organizationId)),
      );
  }
  if (terminal.json) return terminal.value({ records: Object.fromEntries(counts), existingOrganizations: existing, settings });
  for (const line of table([...counts], { type: ([type]) => type, count: ([, number]) => number })) terminal.print(line);
  if (settings.length > 0) terminal.print("Settings of the file, which an import applies only with --settings:");
  for (const setting of settings) terminal.print(settingLine(setting));
  terminal.note(`Nothing was added. ${existing} of the organizations exist already: their contents would be changed to those of the file.`);
}

async function countExisting(parley: Session["parley"], organizationIds: readonly string[]): Promise<number> {
  return (await parley.organizations.list({ organizationIds, pageSize: idsAtOnce })).data.length;
}
