import type { Parley } from "@parley/sdk";

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
  const file = new Blob([JSON.stringify({ organizationId: organization, userId: user, exportedAt: Date.now(), pages }, null, 2)], {
    type: "application/json",
  });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = `${user.replaceAll(/[^A-Za-z0-9_-]/g, "_")}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
