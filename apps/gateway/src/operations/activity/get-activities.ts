import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { filterIds, id, paging } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { anyOf, timeRange, toTimeRange } from "./activity-fields.ts";
import { fromActivity, storedActivity } from "./record-fields.ts";

export const getActivities = operation({
  path: "/v2/activities/get",
  sdk: "activities.list",
  auth: "apiKey",
  role: "read",
  summary: "List records of the activity log.",
  description: described(
    "Returns records in the order of their `timestamp`, newest first unless `order` is `asc`. A record must match all given filters.",
    "`activityIds`, `featureTypes` and `actionTypes` each list alternatives; `userId` is the user who acted, and `targetEntityId` the thread, the recording or your own object that a record is about.",
    "`pageSize` is 100 by default. A page may have fewer records, even none, while `nextPageToken` says that more follow.",
    "A user whom you described by id alone is returned with the stored name and e-mail address (`/v2/users/add`), also in `displayMessage`. A name or address that you gave stays as given.",
    "If the stored users cannot be read within a second, users are returned by id.",
  ),
  rpc: ActivityService.method.getActivities,
  request: z.strictObject({
    organizationId: id().meta(texts.organizationId),
    documentId: id().optional().meta(texts.documentId),
    activityIds: filterIds().meta({ description: "Only these activities." }),
    targetEntityId: id().optional().meta({ description: "Only activities about this object." }),
    userId: id().optional().meta(texts.userId),
    featureTypes: anyOf().meta({ description: "Only activities about one of these kinds of objects." }),
    actionTypes: anyOf().meta({ description: "Only activities with one of these action types." }),
    usersAsGiven: z
      .boolean()
      .optional()
      .meta({ description: "Whether users whom you described by id alone are returned so, without their stored names." }),
    order: z.enum(["asc", "desc"]).optional().meta({ description: "The order; newest first (`desc`) by default." }),
    ...timeRange,
    ...paging,
  }),
  response: z.array(storedActivity),
  message: "Activities retrieved.",
  paged: true,
  filters: ["activityIds", "featureTypes", "actionTypes"],
  example: {
    request: { organizationId: "acme", activityIds: ["import-1"] },
    response: [
      {
        id: "import-1",
        organizationId: "acme",
        documentId: "welcome",
        featureType: "import",
        actionType: "import.done",
        actionUser: { userId: "alice", name: "Alice Adams" },
        changes: { state: { from: "running", to: "done" } },
        entityData: { files: 3 },
        entityTargetData: { folder: "handbook" },
        targetEntityId: "handbook",
        displayMessageTemplate: "{{actionUser}} imported {{count}} files.",
        displayMessageTemplateData: { count: 3 },
        displayMessage: "Alice Adams imported 3 files.",
        actionIcon: "https://example.com/import.png",
        immutable: false,
        isActivityResolverUsed: false,
        metadata: { apiKey: "pk_test_7Yc2", organizationId: "acme", documentId: "welcome", source: "crm" },
        timestamp: 1767225600000,
        lastUpdated: 1767225600000,
      },
    ],
  },
  toRpc: (data, { apiKeyId }) => {
    const {
      organizationId,
      documentId = "",
      activityIds = [],
      targetEntityId = "",
      userId = "",
      featureTypes = [],
      actionTypes = [],
    } = data;
    const filter = { organizationId, documentId, activityIds, targetEntityId, userId, featureTypes, actionTypes, ...toTimeRange(data) };
    const page = { ascending: data.order === "asc", pageSize: data.pageSize ?? 0, pageToken: data.pageToken ?? "" };
    return { apiKeyId, ...filter, usersAsGiven: data.usersAsGiven ?? false, ...page };
  },
  fromRpc: ({ activities }, _, { apiKeyId }) => activities.map((activity) => fromActivity(apiKeyId, activity)),
});
