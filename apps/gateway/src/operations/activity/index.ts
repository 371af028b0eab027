import type { Operation } from "../operation.ts";
import { addActivities } from "./add-activities.ts";
import { addCommentAnnotations } from "./add-comment-annotations.ts";
import { addComments } from "./add-comments.ts";
import { addReactions } from "./add-reactions.ts";
import { addRecordings } from "./add-recordings.ts";
import { countCommentAnnotations } from "./count-comment-annotations.ts";
import { deleteActivities } from "./delete-activities.ts";
import { deleteCommentAnnotations } from "./delete-comment-annotations.ts";
import { deleteComments } from "./delete-comments.ts";
import { deleteReactions } from "./delete-reactions.ts";
import { deleteRecordings } from "./delete-recordings.ts";
import { getActivities } from "./get-activities.ts";
import { getChanges } from "./get-changes.ts";
import { getCommentAnnotations } from "./get-comment-annotations.ts";
import { getComments } from "./get-comments.ts";
import { getRecordings } from "./get-recordings.ts";
import { searchCommentAnnotations } from "./search-comment-annotations.ts";
import { streamChanges } from "./stream-changes.ts";
import { updateActivities } from "./update-activities.ts";
import { updateCommentAnnotations } from "./update-comment-annotations.ts";
import { updateComments } from "./update-comments.ts";

/** The operations on threads, recordings and the activity log. The order lets their examples be sent one after another. */
export const activityOperations: readonly Operation[] = [
  addCommentAnnotations,
  getCommentAnnotations,
  countCommentAnnotations,
  searchCommentAnnotations,
  updateCommentAnnotations,
  addComments,
  getComments,
  updateComments,
  addReactions,
  deleteReactions,
  deleteComments,
  deleteCommentAnnotations,
  addRecordings,
  getRecordings,
  deleteRecordings,
  addActivities,
  getActivities,
  updateActivities,
  deleteActivities,
  getChanges,
  streamChanges,
];
