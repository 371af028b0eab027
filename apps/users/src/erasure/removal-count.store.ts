import { rowCount } from "@parley/database";
import { erasureJobs } from "../schema.ts";

/** The number of removals of users' data that an API key has requested and that are still on record. */
export const countRemovals = rowCount("users.removals_count_part", erasureJobs.apiKeyId, [erasureJobs.jobId]);
