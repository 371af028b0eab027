import { setTimeout as delay } from "node:timers/promises";
import { documentSubject, locationNameSubject, locationSubject, organizationSubject } from "@parley/erasure";
import { currentContext, failedPrecondition, invalid, remainingMs } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { organizationsWithDocument } from "../erasure/erasure.store.ts";
import { erasures } from "../erasure/removals.ts";

// The part of the caller's time that is kept for the response.
const answerMs = 500;

export const deleteLocationData = (context: Context): Handler<"deleteLocationData"> => {
  return async ({ apiKeyId, organizationId, documentId, locationId, locationName, waitMs }) => {
    if (locationId === "" && locationName === "") throw invalid("location_id", "A location needs an id or a name.");
    const within = organizationId || (await organizationOf(context, apiKeyId, documentId));
    if (within === undefined) return { completed: true };

    const { jobId } = await context.database.transaction((tx) =>
      erasures.once(tx, apiKeyId, (jobId) =>
        erasures.start(tx, {
          apiKeyId,
          jobId,
          kind: "location",
          scope: { organizationIds: [within], documentIds: [documentId], locationIds: locationId === "" ? [] : [locationId], locationName },
          subjects: [
            [
              organizationSubject(within),
              documentSubject(documentId),
              locationId === "" ? locationNameSubject(locationName) : locationSubject(locationId),
            ],
          ],
        }),
      ),
    );
    return { completed: await isDoneWithin(context, apiKeyId, jobId, Math.min(waitMs, remainingMs(waitMs + answerMs) - answerMs)) };
  };
};

async function organizationOf({ database }: Context, apiKeyId: string, documentId: string): Promise<string | undefined> {
  const [organizationId, another] = await organizationsWithDocument(database, apiKeyId, documentId);
  if (another === undefined) return organizationId;
  throw failedPrecondition(
    `Several organizations have a document ${documentId}: name the one that is meant by organizationId.`,
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
