import type { Parley } from "@parley/sdk";
import { saveFile } from "../list/save-file.ts";

interface Whose {
  readonly organization: string;
  readonly user: string;
}

/** Reads everything of a person, page after page, and gives it to the browser to keep as a file. `onPage` is called with how many pages have come. */
export async function exportPerson(parley: Parley, { organization, user }: Whose, onPage: (count: number) => void): Promise<void> {
  const pages: unknown[] = [];
  for await (const { data, result } of parley.users.getData({ organizationId: organization, userId: user }).pages()) {
    pages.push({ ...(result.userProfile === undefined ? {} : { userProfile: result.userProfile }), ...data });
    onPage(pages.length);
  }
  const whole = { organizationId: organization, userId: user, exportedAt: Date.now(), pages };
  saveFile(`${user.replaceAll(/[^A-Za-z0-9_-]/g, "_")}.json`, whole);
}
