import { ActivityService } from "@parley/contracts/activity";
import * as z from "zod";
import { batchOf } from "../fields.ts";
import { operation } from "../operation.ts";
import { described } from "../texts.ts";
import { place, resultsWithId, withId } from "./activity-fields.ts";
import { newRecording, toNewRecording } from "./recording-fields.ts";

export const addRecordings = operation({
  path: "/v2/recordings/add",
  sdk: "recordings.add",
  auth: "apiKey",
  role: "act",
  summary: "Add or change recordings.",
  description: described(
    "Stores descriptions of recordings; the files themselves are stored elsewhere.",
    "You may choose the id, which is unique in its document. Missing ids are generated.",
    "A recording that exists is changed if it belongs to the same user; otherwise the item fails with `already_exists`.",
    "Absent fields keep their values; `metadata` is replaced as a whole.",
  ),
  rpc: ActivityService.method.addRecordings,
  request: z.strictObject({ ...place, recordings: batchOf(newRecording()).meta({ description: "The recordings." }) }),
  response: resultsWithId("recordingId"),
  message: "Recordings added.",
  example: {
    request: {
      organizationId: "acme",
      documentId: "welcome",
      recordings: [
        {
          recordingId: "walkthrough",
          user: { userId: "alice", name: "Alice Adams" },
          type: "screen",
          name: "Walkthrough",
          url: "https://example.com/walkthrough.webm",
          mimeType: "video/webm",
          durationMs: 61000,
          sizeBytes: 1048576,
          location: { id: "page-1", locationName: "Page 1" },
          metadata: { quality: "720p" },
        },
      ],
    },
    response: { walkthrough: { success: true, id: "walkthrough", message: "The recording was added." } },
  },
  toRpc: ({ organizationId, documentId, recordings }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentId,
    recordings: recordings.map(toNewRecording),
  }),
  fromRpc: ({ results }) => withId(results),
});
