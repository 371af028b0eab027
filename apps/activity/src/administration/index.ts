import type { ServiceImpl } from "@connectrpc/connect";
import type { ActivityService } from "@parley/contracts/activity";
import type { Context } from "../context.ts";
import { addActivities } from "./add-activities.ts";
import { addCommentAnnotations } from "./add-comment-annotations.ts";
import { addComments } from "./add-comments.ts";
import { addReactions } from "./add-reactions.ts";
import { addRecordings } from "./add-recordings.ts";
import { deleteCommentAnnotations } from "./delete-comment-annotations.ts";
import { deleteComments } from "./delete-comments.ts";
import { deleteReactions } from "./delete-reactions.ts";
import { deleteRecordings } from "./delete-recordings.ts";
import { getActivities } from "./get-activities.ts";
import { getCommentAnnotations } from "./get-comment-annotations.ts";
import { getRecordings } from "./get-recordings.ts";
import { listUserComments } from "./list-user-comments.ts";
import { listUserReactions } from "./list-user-reactions.ts";
import { listUserRecordings } from "./list-user-recordings.ts";
import { updateActivities } from "./update-activities.ts";
import { updateCommentAnnotations } from "./update-comment-annotations.ts";
import { updateComments } from "./update-comments.ts";

/** All RPCs of the administration: one without a handler does not compile. */
export function administrationHandlers(context: Context): ServiceImpl<typeof ActivityService> {
  return {
    addActivities: addActivities(context),
    addCommentAnnotations: addCommentAnnotations(context),
    addComments: addComments(context),
    addReactions: addReactions(context),
    addRecordings: addRecordings(context),
    deleteCommentAnnotations: deleteCommentAnnotations(context),
    deleteComments: deleteComments(context),
    deleteReactions: deleteReactions(context),
    deleteRecordings: deleteRecordings(context),
    getActivities: getActivities(context),
    getCommentAnnotations: getCommentAnnotations(context),
    getRecordings: getRecordings(context),
    listUserComments: listUserComments(context),
    listUserReactions: listUserReactions(context),
    listUserRecordings: listUserRecordings(context),
    updateActivities: updateActivities(context),
    updateCommentAnnotations: updateCommentAnnotations(context),
    updateComments: updateComments(context),
  };
}
