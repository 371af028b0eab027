import { rowCount } from "@parley/database";
import { erasureJobs } from "../schema.ts";

/** How many removals of places an API key has asked for, as far as they are remembered. */
export const countRemovals = rowCount("directory.removals_count_part", erasureJobs.apiKeyId, [erasureJobs.jobId]);
