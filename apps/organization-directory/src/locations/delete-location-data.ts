import { setTimeout as delay } from "node:timers/promises";
import { documentSubject, locationNameSubject, locationSubject, organizationSubject } from "@parley/erasure";
import { currentContext, failedPrecondition, invalid, remainingMs, shortened } from "@parley/kernel";
import { admitTogether } from "@parley/runtime";
import type { Context, Handler } from "../context.ts";
import { organizationsWithDocument } from "../erasure/erasure.store.ts";
import { erasures } from "../erasure/removals.ts";

// The part of the caller's time that is left for the response.
const answerMs = 500;

export const deleteLocationData = (context: Context): Handler<"deleteLocationData"> => {
  return async ({ apiKeyId, organizationId, documentId, locationId, locationName, waitMs }) => {
    if (locationId === "" && locationName === "") throw invalid("location_id", "A location needs an id or a name.");
    const within = organizationId || (await organizationOf(context, apiKeyId, documentId));
    if (within === undefined) return { completed: true };

    const demand = { quota: context.limits.removals, wanted: 1, addedBy: () => 1 };
    const begin = () => begun(context, { apiKeyId, documentId, locationId, locationName, organizationId: within });
    const jobId = await admitTogether(apiKeyId, [demand], begin);
    return { completed: await isDoneWithin(context, apiKeyId, jobId, Math.min(waitMs, remainingMs(waitMs + answerMs) - answerMs)) };
  };
};

type Location = Record<"apiKeyId" | "organizationId" | "documentId" | "locationId" | "locationName", string>;

/** Begins the removal and returns its job. */
async function begun({ database }: Context, location: Location): Promise<string> {
  const { apiKeyId, organizationId, documentId, locationId, locationName } = location;
  const subject = locationId === "" ? locationNameSubject(locationName) : locationSubject(locationId);
  const { jobId } = await database.transaction((tx) =>
    erasures.once(tx, apiKeyId, (jobId) =>
      erasures.start(tx, {
        apiKeyId,
        jobId,
        kind: "location",
        scope: {
          organizationIds: [organizationId],
          documentIds: [documentId],
          locationIds: locationId === "" ? [] : [locationId],
          locationName,
        },
        subjects: [[organizationSubject(organizationId), documentSubject(documentId), subject]],
      }),
    ),
  );
  return jobId;
}

async function organizationOf({ database }: Context, apiKeyId: string, documentId: string): Promise<string | undefined> {
  const [organizationId, another] = await organizationsWithDocument(database, apiKeyId, documentId);
  if (another === undefined) return organizationId;
  throw failedPrecondition(
    `Several organizations have a document ${shortened(documentId)}: name one of them by organizationId.`,
    "ambiguous_document",
  );
}

async function isDoneWithin({ database }: Context, apiKeyId: string, jobId: string, withinMs: number): Promise<boolean> {
  const untilMs = performance.now() + withinMs;
  for (let pauseMs = 10; ; pauseMs = Math.min(250, pauseMs * 1.5)) {
    if ((await erasures.status(database, apiKeyId, jobId))?.tasksLeft === 0) return true;
    const leftMs = untilMs - performance.now();
    if (leftMs <= 0) return false;
    const signal = currentContext()?.signal;
    await delay(Math.min(pauseMs, leftMs), undefined, signal === undefined ? {} : { signal });
  }
}
