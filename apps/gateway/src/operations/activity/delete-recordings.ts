import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { ids } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";
import { place, resultsWithId, withId } from "./activity-fields.ts";
import { toUserPart, user } from "./activity-user.ts";

export const deleteRecordings = operation({
  path: "/v2/recordings/delete",
  sdk: "recordings.delete",
  auth: "apiKey",
  role: "act",
  summary: "Delete recordings.",
  description: "The activity log attributes the deletion to `actionUser`.",
  rpc: ActivityService.method.deleteRecordings,
  request: z.strictObject({
    ...place,
    recordingIds: ids().meta({ description: "Ids of recordings." }),
    actionUser: user().optional().meta(texts.actionUser),
  }),
  response: resultsWithId("recordingId"),
  message: "Recordings deleted.",
  example: {
    request: {
      organizationId: "acme",
      documentId: "welcome",
      recordingIds: ["walkthrough"],
      actionUser: { userId: "alice", name: "Alice Adams" },
    },
    response: { walkthrough: { success: true, id: "walkthrough", message: "The recording was deleted." } },
  },
  toRpc: ({ organizationId, documentId, recordingIds, actionUser }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentId,
    recordingIds,
    ...toUserPart("actionUser", actionUser),
  }),
  fromRpc: ({ results }) => withId(results),
});
