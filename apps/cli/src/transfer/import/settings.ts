import type { Parley } from "@parley/sdk";
import { printable, type Terminal } from "../../terminal/terminal.ts";
import type { RecordType, TransferRecord } from "../record.ts";

/** A setting of the API key that a file names, with the key's value and the file's. */
export interface Setting {
  readonly setting: string;
  readonly old: unknown;
  readonly new: unknown;
}

const types: readonly RecordType[] = ["domain", "options"];

/**
 * Whether records are settings. They decide where links in mails lead, how long data is kept and which pages may use the key, so that a file
 * by somebody else must not change them unasked.
 */
export function areSettings([first]: readonly TransferRecord[]): boolean {
  return first !== undefined && types.includes(first.type);
}

/** The settings in records of one type; none in other records. `isSilenced` tells that the import itself switched notifying off. */
export async function settingsIn(parley: Parley, records: readonly TransferRecord[], isSilenced = false): Promise<Setting[]> {
  if (!areSettings(records)) return [];
  if (records[0]?.type === "domain") {
    const { allowedDomains: there } = (await parley.domains.list()) as { readonly allowedDomains: readonly string[] };
    return records.map(({ item: { domain } }) => ({ setting: `domain ${domain}`, old: there.includes(String(domain)), new: true }));
  }
  const now = new Map(flat({ ...(await parley.apiKeys.getConfig()), ...(isSilenced ? { notifyOfComments: true } : {}) }));
  return records.flatMap(({ item }) => flat(item).map(([setting, value]) => ({ setting, old: now.get(setting) ?? null, new: value })));
}

/** The settings that the file would change. */
export function changed(settings: readonly Setting[]): Setting[] {
  return settings.filter(({ old, new: wanted }) => JSON.stringify(old) !== JSON.stringify(wanted));
}

/** A line for a setting, whose text is from the file. */
export function settingLine({ setting, old, new: wanted }: Setting): string {
  return printable(`  ${setting}: ${JSON.stringify(old)} → ${JSON.stringify(wanted)}`);
}

/** Tells which settings an import changed, or left as they were. */
export function tellSettings(terminal: Terminal, settings: readonly Setting[], isApplied: boolean): void {
  if (settings.length === 0 || terminal.json) return;
  terminal.note(
    isApplied ? "Settings of the file that were applied:" : "Settings of the file that were not applied; --settings applies them:",
  );
  for (const setting of settings) terminal.note(settingLine(setting));
}

function flat(item: Readonly<Record<string, unknown>>, prefix = ""): [string, unknown][] {
  return Object.entries(item).flatMap(([key, value]) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? flat(value as Readonly<Record<string, unknown>>, `${prefix}${key}.`)
      : [[`${prefix}${key}`, value] as [string, unknown]],
  );
}
