import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { filterIds, id, paging } from "../fields.ts";
import { operation } from "../operation.ts";
import { anyOf, timeRange, toTimeRange } from "./activity-fields.ts";
import { fromActivity, storedActivity } from "./record-fields.ts";

export const getActivities = operation({
  path: "/v2/activities/get",
  sdk: "activities.list",
  auth: "apiKey",
  role: "read",
  summary: "Get records of the activity log, newest first.",
  description:
    "Filters that are given must all be met: `activityIds`, `featureTypes` and `actionTypes` name alternatives; `userId` is the user who acted. `pageSize` is 100 " +
    "unless given; a page may hold fewer, even none, while `nextPageToken` says that more follow. " +
    "Where you gave the id of a user alone, the user comes with name and e-mail address as they are stored now (`/v2/users/add`), also in `displayMessage`; what you gave stays as you gave it. " +
    "While these cannot be read within a second, users come by their ids.",
  rpc: ActivityService.method.getActivities,
  request: z.strictObject({
    organizationId: id(),
    documentId: id().optional(),
    activityIds: filterIds(),
    userId: id().optional(),
    featureTypes: anyOf(),
    actionTypes: anyOf(),
    usersAsGiven: z
      .boolean()
      .optional()
      .meta({ description: "Leaves users of whom you gave the id alone so: they do not come as they are stored." }),
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
        targetSubEntityId: null,
        displayMessageTemplate: "{{actionUser}} imported {{count}} files.",
        displayMessageTemplateData: { count: 3 },
        displayMessage: "Alice Adams imported 3 files.",
        actionIcon: "https://example.com/import.png",
        immutable: false,
        createdAt: 1767225600000,
        lastUpdated: 1767225600000,
      },
    ],
  },
  toRpc: (data, { apiKeyId }) => {
    const { organizationId, documentId = "", activityIds = [], userId = "", featureTypes = [], actionTypes = [] } = data;
    const filter = { organizationId, documentId, activityIds, userId, featureTypes, actionTypes, ...toTimeRange(data) };
    return { apiKeyId, ...filter, usersAsGiven: data.usersAsGiven ?? false, pageSize: data.pageSize ?? 0, pageToken: data.pageToken ?? "" };
  },
  fromRpc: ({ activities }) => activities.map(fromActivity),
});
