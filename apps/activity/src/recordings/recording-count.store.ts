import { rowCount } from "@parley/database";
import { recordings } from "../schema.ts";

/** Number of recordings of an API key. */
export const countRecordings = rowCount("activity.recordings_count_part", recordings.apiKeyId, [
  recordings.organizationId,
  recordings.documentId,
  recordings.recordingId,
]);
