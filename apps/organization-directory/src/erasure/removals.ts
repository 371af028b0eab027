import type { Db } from "@parley/database";
import { documentSubject, erasureOwner, folderSubject, locationSubject, organizationSubject } from "@parley/erasure";
import type { Context, Handler } from "../context.ts";
import { messages } from "../messages.ts";
import { beginRemoval, deleteRemoval, type Removal, selectNewRemovals } from "./erasure.store.ts";

/** Owns the erasures of organizations, folders, documents and locations. */
export const erasures = erasureOwner("directory", messages, deleteRemoval);

const batch = 100;

/**
 * Begins the jobs of the API key's recorded deletions. Call it in every transaction that deletes, so that the deletion, which hides, and
 * the job, which erases, are committed together.
 */
export async function beginRemovals(tx: Db, apiKeyId: string): Promise<void> {
  for (;;) {
    const removals = await selectNewRemovals(tx, apiKeyId, batch);
    for (const removal of removals) {
      const { removalId, kind, organizationId, folderIds, documentIds, locationIds, requestedAtMs } = removal;
      const scope = { organizationIds: [organizationId], folderIds: folderIds.slice(0, 1), documentIds, locationIds };
      const { jobId } = await erasures.start(tx, {
        apiKeyId,
        kind,
        requestedAtMs,
        scope,
        subjects: subjectsOf(removal),
        atOnce: atOnceOf(removal),
      });
      await beginRemoval(tx, apiKeyId, removalId, jobId);
    }
    if (removals.length < batch) return;
  }
}

// The rows that a deletion removed itself: those that hide all others.
function atOnceOf({ kind, folderIds, documentIds, locationIds }: Removal) {
  const rows = { organization: 1, folder: folderIds.length, document: documentIds.length, location: locationIds.length };
  return { collection: "places", rows: rows[kind] };
}

function subjectsOf({ kind, organizationId, folderIds, documentIds, locationIds }: Removal): string[][] {
  const organization = organizationSubject(organizationId);
  const subjects = {
    organization: () => [[organization]],
    folder: () => folderIds.map((id) => [organization, folderSubject(id)]),
    document: () => documentIds.map((id) => [organization, documentSubject(id)]),
    location: () => locationIds.map((id) => [organization, ...documentIds.map(documentSubject), locationSubject(id)]),
  };
  return subjects[kind]();
}

export const listOpenErasures = ({ database }: Context): Handler<"listOpenErasures"> => {
  return (request) => erasures.listOpen(database, request);
};

export const listRemovals = ({ database }: Context): Handler<"listRemovals"> => {
  return (request) => erasures.listRemovals(database, request);
};

export const setRemovalPaused = ({ database }: Context): Handler<"setRemovalPaused"> => {
  return ({ apiKeyId, jobId, paused }) => database.transaction((tx) => erasures.setPaused(tx, { apiKeyId, jobId }, paused));
};
