import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { needsOneOf, withRules } from "../field-rules.ts";
import { filterIds, id } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { resultsWithId, withId } from "./activity-fields.ts";

export const deleteActivities = operation({
  path: "/v2/activities/delete",
  sdk: "activities.delete",
  auth: "apiKey",
  role: "act",
  audited: true,
  summary: "Delete records of the activity log.",
  description: described(
    "Deletes all records that match each given filter.",
    "The response has an entry for each record that matches, and for each of `activityIds`. If more than 10,000 records match, nothing is deleted and the request fails with FAILED_PRECONDITION.",
    "An immutable record stays, and its item fails with `failed_precondition`.",
    "Deleted records are no longer in the feed of changes (`/v2/changes/get`), also those of threads, comments and reactions. The deletion has no record of its own there.",
  ),
  rpc: ActivityService.method.deleteActivities,
  request: withRules(
    z.strictObject({
      organizationId: id().meta(texts.organizationId),
      documentId: id().optional().meta({ description: "Records of this document." }),
      activityIds: filterIds().meta({ description: "Only these activities." }),
      targetEntityId: id().optional().meta({ description: "Records about this object." }),
    }),
    needsOneOf("documentId", "activityIds", "targetEntityId"),
  ),
  filters: ["activityIds"],
  response: resultsWithId("id"),
  message: "Activities deleted.",
  example: {
    request: { organizationId: "acme", activityIds: ["import-1"] },
    response: { "import-1": { success: true, id: "import-1", message: "The activity was deleted." } },
  },
  toRpc: ({ organizationId, documentId = "", activityIds = [], targetEntityId = "" }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentId,
    activityIds,
    targetEntityId,
  }),
  fromRpc: ({ results }) => withId(results),
});
