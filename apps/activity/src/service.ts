import type { ServiceImpl } from "@connectrpc/connect";
import type { ActivityService, CollaborationService } from "@parley/contracts/activity";
import { addActivities, addActivitiesByUser } from "./activity-log/add-activities.ts";
import { deleteActivities } from "./activity-log/delete-activities.ts";
import { getActivities, getActivitiesByUser } from "./activity-log/get-activities.ts";
import { updateActivities } from "./activity-log/update-activities.ts";
import type { Context } from "./context.ts";
import { countRemoval, refuseUserTokens } from "./erasure/removals.ts";
import { listenForChanges } from "./feed/listen-for-changes.ts";
import { readChanges } from "./feed/read-changes.ts";
import { watchChanges } from "./feed/watch-changes.ts";
import { addReactions, addReactionsByUser } from "./reactions/add-reactions.ts";
import { deleteReactions, deleteReactionsByUser } from "./reactions/delete-reactions.ts";
import { addRecordings, addRecordingsByUser } from "./recordings/add-recordings.ts";
import { deleteRecordings, deleteRecordingsByUser } from "./recordings/delete-recordings.ts";
import { getRecordings, getRecordingsByUser } from "./recordings/get-recordings.ts";
import { getSearchIndex } from "./search/index-progress.ts";
import { searchCommentAnnotations } from "./search/search-comment-annotations.ts";
import { addCommentAnnotations, addCommentAnnotationsByUser } from "./threads/add-comment-annotations.ts";
import { addComments, addCommentsByUser } from "./threads/add-comments.ts";
import { countCommentAnnotations } from "./threads/count-comment-annotations.ts";
import { deleteCommentAnnotations, deleteCommentAnnotationsByUser } from "./threads/delete-comment-annotations.ts";
import { deleteComments, deleteCommentsByUser } from "./threads/delete-comments.ts";
import { getCommentAnnotations, getCommentAnnotationsByUser } from "./threads/get-comment-annotations.ts";
import { getComments } from "./threads/get-comments.ts";
import { updateCommentAnnotations, updateCommentAnnotationsByUser } from "./threads/update-comment-annotations.ts";
import { updateComments, updateCommentsByUser } from "./threads/update-comments.ts";
import { listInvolvedDocuments } from "./user-data/list-involved-documents.ts";
import { listUserComments } from "./user-data/list-user-comments.ts";
import { listUserReactions } from "./user-data/list-user-reactions.ts";
import { listUserRecordings } from "./user-data/list-user-recordings.ts";

/** The RPCs that act for the customer's server; a missing handler does not compile. */
export function activityHandlers(context: Context): ServiceImpl<typeof ActivityService> {
  return {
    addCommentAnnotations: addCommentAnnotations(context),
    getCommentAnnotations: getCommentAnnotations(context),
    countCommentAnnotations: countCommentAnnotations(context),
    searchCommentAnnotations: searchCommentAnnotations(context),
    getSearchIndex: getSearchIndex(context),
    updateCommentAnnotations: updateCommentAnnotations(context),
    deleteCommentAnnotations: deleteCommentAnnotations(context),
    addComments: addComments(context),
    updateComments: updateComments(context),
    deleteComments: deleteComments(context),
    addReactions: addReactions(context),
    deleteReactions: deleteReactions(context),
    addRecordings: addRecordings(context),
    getRecordings: getRecordings(context),
    deleteRecordings: deleteRecordings(context),
    addActivities: addActivities(context),
    getActivities: getActivities(context),
    updateActivities: updateActivities(context),
    deleteActivities: deleteActivities(context),
    readChanges: readChanges(context),
    watchChanges: watchChanges(context),
    listenForChanges: listenForChanges(context),
    listInvolvedDocuments: listInvolvedDocuments(context),
    listUserComments: listUserComments(context),
    listUserReactions: listUserReactions(context),
    listUserRecordings: listUserRecordings(context),
    countRemoval: countRemoval(context),
    refuseUserTokens: refuseUserTokens(context),
    getComments: getComments(context),
  };
}

/** The RPCs that act for a user, in a document that the user may access. */
export function collaborationHandlers(context: Context): ServiceImpl<typeof CollaborationService> {
  return {
    addCommentAnnotations: addCommentAnnotationsByUser(context),
    getCommentAnnotations: getCommentAnnotationsByUser(context),
    updateCommentAnnotations: updateCommentAnnotationsByUser(context),
    deleteCommentAnnotations: deleteCommentAnnotationsByUser(context),
    addComments: addCommentsByUser(context),
    updateComments: updateCommentsByUser(context),
    deleteComments: deleteCommentsByUser(context),
    addReactions: addReactionsByUser(context),
    deleteReactions: deleteReactionsByUser(context),
    addRecordings: addRecordingsByUser(context),
    getRecordings: getRecordingsByUser(context),
    deleteRecordings: deleteRecordingsByUser(context),
    addActivities: addActivitiesByUser(context),
    getActivities: getActivitiesByUser(context),
  };
}
