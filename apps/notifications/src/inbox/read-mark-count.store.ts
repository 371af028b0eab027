import { rowCount } from "@parley/database";
import { readMarks } from "../streams/tables.ts";

/** The number of an API key's read marks, including those of deleted notifications that are yet to be removed. */
export const countReadMarks = rowCount("notifications.read_marks_count_part", readMarks.apiKeyId, [
  readMarks.organizationId,
  readMarks.notificationRef,
  readMarks.userId,
]);
