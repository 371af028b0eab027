import type { Operation } from "../operation.ts";
import { addOwnComments } from "./add-own-comments.ts";
import { addOwnReactions } from "./add-own-reactions.ts";
import { addThreads } from "./add-threads.ts";
import { deleteOwnComments } from "./delete-own-comments.ts";
import { deleteOwnReactions } from "./delete-own-reactions.ts";
import { deleteThreads } from "./delete-threads.ts";
import { getCounts } from "./get-counts.ts";
import { getInbox } from "./get-inbox.ts";
import { getOwnConfig } from "./get-own-config.ts";
import { getThreads } from "./get-threads.ts";
import { markInboxRead } from "./mark-inbox-read.ts";
import { markInboxUnread } from "./mark-inbox-unread.ts";
import { setOwnConfig } from "./set-own-config.ts";
import { streamOwnChanges } from "./stream-own-changes.ts";
import { updateOwnComments } from "./update-own-comments.ts";
import { updateThreads } from "./update-threads.ts";

/** The operations for users in browsers, in an order in which their examples can be sent one after another. */
export const meOperations: readonly Operation[] = [
  addThreads,
  getThreads,
  updateThreads,
  addOwnComments,
  updateOwnComments,
  addOwnReactions,
  deleteOwnReactions,
  deleteOwnComments,
  deleteThreads,
  getCounts,
  getInbox,
  markInboxRead,
  markInboxUnread,
  getOwnConfig,
  setOwnConfig,
  streamOwnChanges,
];
