import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { batchOf, id } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { resultsWithId, withId } from "./activity-fields.ts";
import { newActivity, toNewActivity } from "./record-fields.ts";

export const addActivities = operation({
  path: "/v2/activities/add",
  sdk: "activities.add",
  auth: "apiKey",
  role: "act",
  summary: "Add records to the activity log.",
  description: described(
    "Adds records of your own beside those that Parley writes for comments, reactions and recordings. A record that exists is changed as by `/v2/activities/update`, so a repeat changes nothing.",
    "Variables of the template are filled in whenever the record is read; an unknown variable stays as written.",
    "A user in a variable shows its name, else its e-mail address, else its id; `actionUser` need not be repeated in the data.",
    "An id is unique in its organization.",
    "A record with `immutable: true` never changes, and neither does one added while the key's option `activityLogImmutable` is on.",
  ),
  rpc: ActivityService.method.addActivities,
  request: z.strictObject({
    organizationId: id().meta(texts.organizationId),
    documentId: id().optional().meta({ description: "For records that name no document themselves." }),
    activities: batchOf(newActivity()).meta({ description: "The activities, at most 1,000." }),
  }),
  response: resultsWithId("id"),
  message: "Activities added.",
  example: {
    request: {
      organizationId: "acme",
      documentId: "welcome",
      activities: [
        {
          id: "import-1",
          targetEntityId: "handbook",
          featureType: "import",
          actionType: "import.done",
          actionUser: { userId: "alice", name: "Alice Adams" },
          changes: { state: { from: "running", to: "done" } },
          entityData: { files: 3 },
          entityTargetData: { folder: "handbook" },
          displayMessageTemplate: "{{actionUser}} imported {{count}} files.",
          displayMessageTemplateData: { count: 3 },
          actionIcon: "https://example.com/import.png",
          metadata: { source: "crm" },
        },
      ],
    },
    response: { "import-1": { success: true, id: "import-1", message: "The activity was added." } },
  },
  toRpc: ({ organizationId, documentId, activities }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    activities: activities.map((activity) => toNewActivity({ documentId, ...activity })),
  }),
  fromRpc: ({ results }) => withId(results),
});
