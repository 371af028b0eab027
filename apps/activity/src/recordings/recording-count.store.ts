import { rowCount } from "@parley/database";
import { recordings } from "../schema.ts";

/** How many recordings an API key has. */
export const countRecordings = rowCount("activity.recordings_count_part", recordings.apiKeyId, [
  recordings.organizationId,
  recordings.documentId,
  recordings.recordingId,
]);
