import { PageBytes } from "@parley/kernel";
import type { Context } from "../context.ts";
import { bytesOf, wholeThreads, withFolders } from "../threads/read-annotations.ts";
import type { changeMessage } from "./change.ts";
import { selectThreads, type ThreadName, type ThreadRow } from "./threads-now.store.ts";

// One page asks the organization directory for folders once per organization, so the number of organizations is limited.
const maxOrganizations = 10;

type Change = ReturnType<typeof changeMessage>;

/**
 * Returns the first of the changes, as many as fit into a page but at least one, each with its annotation in the current state. A change of
 * a deleted annotation has no annotation.
 */
export async function withThreads({ database, documents, storedUsers }: Context, apiKeyId: string, changes: readonly Change[]) {
  const names = new Map(changes.filter(isAboutThread).map((change) => [nameOf(change), change]));
  const found = names.size === 0 ? [] : await selectThreads(database, apiKeyId, [...names.values()]);
  const rows = new Map(found.map((row) => [nameOf(row), row]));
  const shown = fitting(changes, rows);
  const wanted = [...new Set(shown.flatMap((change) => rows.get(nameOf(change)) ?? []))];
  const organizationOf = new Map(wanted.map((row) => [row, row.organizationId]));
  const read = (await wholeThreads(database, apiKeyId, wanted)).map((thread, index) => ({
    organizationId: wanted[index]?.organizationId ?? "",
    ...thread,
  }));
  const joined = await storedUsers.join(apiKeyId, read);
  const organizations = [...new Set(organizationOf.values())];
  const placed = await Promise.all(
    organizations.map((organizationId) =>
      withFolders(
        documents,
        { apiKeyId, organizationId },
        joined.filter((thread) => thread.organizationId === organizationId),
      ),
    ),
  );
  const threads = new Map(placed.flat().map((thread) => [nameOf(thread), thread]));
  // If the described users of the last threads did not fit, the page ends before these threads.
  const isRead = (change: Change) => !rows.has(nameOf(change)) || threads.has(nameOf(change));
  const end = shown.findIndex((change) => !isRead(change));
  return (end < 0 ? shown : shown.slice(0, end)).map((change) => {
    const thread = threads.get(nameOf(change));
    return thread === undefined ? change : { ...change, thread };
  });
}

function fitting(changes: readonly Change[], rows: ReadonlyMap<string, ThreadRow>): readonly Change[] {
  const bytes = new PageBytes();
  const organizations = new Set<string>();
  const end = changes.findIndex((change) => {
    const row = rows.get(nameOf(change));
    if (row === undefined) return false;
    organizations.add(row.organizationId);
    return organizations.size > maxOrganizations || !bytes.admits(bytesOf(row));
  });
  return end < 0 ? changes : changes.slice(0, end);
}

function isAboutThread({ documentId, annotationId }: Change): boolean {
  return documentId !== "" && annotationId !== "";
}

// Ids cannot contain U+0000.
function nameOf({ organizationId, documentId, annotationId }: ThreadName): string {
  return `${organizationId}\u0000${documentId}\u0000${annotationId}`;
}
