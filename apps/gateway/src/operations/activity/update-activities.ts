import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { batchOf, byId, id, resultsBy } from "../fields.ts";
import { operation } from "../operation.ts";
import { activityChange, toActivityChange } from "./record-fields.ts";

export const updateActivities = operation({
  path: "/v2/activities/update",
  sdk: "activities.update",
  auth: "apiKey",
  role: "act",
  summary: "Change records of the activity log.",
  description:
    "A key that is given replaces the stored value whole, null clears it. An item without anything to change fails with `invalid`, a record that is " +
    "immutable with `failed_precondition`.",
  rpc: ActivityService.method.updateActivities,
  request: z.strictObject({ organizationId: id(), activities: batchOf(activityChange()) }),
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
