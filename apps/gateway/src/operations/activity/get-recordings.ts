import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { filled, needs, withRules } from "../field-rules.ts";
import { filterIds, id, numericId, paging } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { locationName, timeRange, toTimeRange } from "./activity-fields.ts";
import { locationRules } from "./activity-location.ts";
import { fromRecording, storedRecording } from "./recording-fields.ts";

export const getRecordings = operation({
  path: "/v2/recordings/get",
  sdk: "recordings.list",
  auth: "apiKey",
  role: "read",
  summary: "Get recordings.",
  description: described(
    "Returns recordings oldest first. A recording must match all given filters.",
    "`pageSize` is 100 by default. A page may have fewer recordings, even none, while `nextPageToken` says that more follow.",
  ),
  rpc: ActivityService.method.getRecordings,
  request: withRules(
    z.strictObject({
      organizationId: id().meta(texts.organizationId),
      documentId: id().optional().meta(texts.documentId),
      recordingIds: filterIds().meta({ description: "Ids of recordings." }),
      locationId: numericId().optional().meta(texts.locationId),
      locationName: locationName().meta(texts.locationName),
      userId: id().optional().meta(texts.userId),
      ...timeRange,
      ...paging,
    }),
    ...locationRules,
    needs(filled("recordingIds"), "documentId"),
  ),
  response: z.array(storedRecording),
  message: "Recordings retrieved.",
  paged: true,
  filters: ["recordingIds"],
  example: {
    request: { organizationId: "acme", documentId: "welcome", recordingIds: ["walkthrough"] },
    response: [
      {
        organizationId: "acme",
        documentId: "welcome",
        recordingId: "walkthrough",
        annotationId: "walkthrough",
        user: { userId: "alice", name: "Alice Adams" },
        type: "screen",
        name: "Walkthrough",
        url: "https://example.com/walkthrough.webm",
        mimeType: "video/webm",
        durationMs: 61000,
        sizeBytes: 1048576,
        attachments: [
          {
            attachmentId: "walkthrough",
            url: "https://example.com/walkthrough.webm",
            name: "Walkthrough",
            mimeType: "video/webm",
            size: 1048576,
          },
        ],
        recordedTime: { duration: 61000, display: "00:01:01" },
        location: { id: "page-1", locationName: "Page 1" },
        metadata: { apiKey: "pk_test_7Yc2", organizationId: "acme", documentId: "welcome", quality: "720p" },
        createdAt: 1767225600000,
        lastUpdated: 1767225600000,
      },
    ],
  },
  toRpc: (data, { apiKeyId }) => {
    const { organizationId, documentId = "", recordingIds = [], locationId = "", locationName = "", userId = "" } = data;
    const filter = { organizationId, documentId, recordingIds, locationId, locationName, userId, ...toTimeRange(data) };
    return { apiKeyId, ...filter, pageSize: data.pageSize ?? 0, pageToken: data.pageToken ?? "" };
  },
  fromRpc: ({ recordings }, _, { apiKeyId }) => recordings.map((recording) => fromRecording(apiKeyId, recording)),
});
