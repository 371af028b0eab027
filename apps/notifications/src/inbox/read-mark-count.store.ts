import { rowCount } from "@parley/database";
import { readMarks } from "../streams/tables.ts";

/** How many read marks an API key has, including those of deleted notifications that are still to be removed. */
export const countReadMarks = rowCount("notifications.read_marks_count_part", readMarks.apiKeyId, [
  readMarks.organizationId,
  readMarks.notificationRef,
  readMarks.userId,
]);
