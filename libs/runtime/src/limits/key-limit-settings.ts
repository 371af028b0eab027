import { integer } from "../settings/setting.ts";
import { quotaSetting } from "./quota.ts";

const alone = "A workspace can lower it for a key of its own; the admin token can raise it for one key.";

/**
 * Limits of every API key that can also be set for one key. They are read by the processes that enforce them, and by the workspace service,
 * which lets no workspace exceed them.
 */
export const keyLimitSettings = {
  maxRequestsPerSecond: integer("PARLEY_MAX_REQUESTS_PER_SECOND_PER_KEY", {
    description: `Requests of one API key that a gateway accepts in a second; 0 means no limit. ${alone}`,
    default: 0,
    min: 0,
    max: 100_000,
  }),
  maxDocuments: quotaSetting("PARLEY_ORGANIZATION_DIRECTORY_MAX_DOCUMENTS_PER_KEY", "documents", alone),
  maxUsers: quotaSetting("PARLEY_USERS_MAX_USERS_PER_KEY", "users", alone),
  maxAnnotations: quotaSetting("PARLEY_ACTIVITY_MAX_ANNOTATIONS_PER_KEY", "annotations", alone),
  maxComments: quotaSetting("PARLEY_ACTIVITY_MAX_COMMENTS_PER_KEY", "comments", alone),
  maxStreams: integer("PARLEY_MAX_STREAMS_PER_KEY", {
    description: `Streams of changes of one API key that a gateway holds open at the same time. ${alone}`,
    default: 10,
    min: 1,
    max: 100_000,
  }),
};
