import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { batchOf, byId, id, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { activityChange, toActivityChange } from "./record-fields.ts";

export const updateActivities = operation({
  path: "/v2/activities/update",
  sdk: "activities.update",
  auth: "apiKey",
  role: "act",
  summary: "Change records of the activity log.",
  description: described(
    "A given field replaces the stored value as a whole; null clears it.",
    "An item without any change fails with `invalid`.",
    "An immutable record fails with `failed_precondition`.",
  ),
  rpc: ActivityService.method.updateActivities,
  request: z.strictObject({
    organizationId: id().meta(texts.organizationId),
    activities: batchOf(activityChange()).meta({ description: "The activities, at most 1,000." }),
  }),
  response: resultsBy("id"),
  message: "Activities updated.",
  example: {
    request: {
      organizationId: "acme",
      activities: [{ id: "import-1", displayMessageTemplateData: { count: 4 }, entityData: { files: 4 } }],
    },
    response: { "import-1": { success: true, message: "The activity was updated." } },
  },
  toRpc: ({ organizationId, activities }, { apiKeyId }) => ({ apiKeyId, organizationId, activities: activities.map(toActivityChange) }),
  fromRpc: ({ results }) => byId(results),
});
