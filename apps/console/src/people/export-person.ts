import type { Parley } from "@parley/sdk";
import { saveFile } from "../list/save-file.ts";

interface Whose {
  readonly organization: string;
  readonly user: string;
}

/** Reads all data of a person, page by page, and lets the browser save it as a file. `onPage` is called with the number of pages read. */
export async function exportPerson(parley: Parley, { organization, user }: Whose, onPage: (count: number) => void): Promise<void> {
  const pages: unknown[] = [];
  for await (const { data, result } of parley.users.getData({ organizationId: organization, userId: user }).pages()) {
    pages.push({ ...(result.userProfile === undefined ? {} : { userProfile: result.userProfile }), ...data });
    onPage(pages.length);
  }
  const whole = { organizationId: organization, userId: user, exportedAt: Date.now(), pages };
  saveFile(`${user.replaceAll(/[^A-Za-z0-9_-]/g, "_")}.json`, whole);
}
