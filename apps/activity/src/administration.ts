import type { ServiceImpl } from "@connectrpc/connect";
import type { ActivityService } from "@parley/contracts/activity";
import { countRemoval, wouldBe } from "@parley/erasure";
import { activitiesOf } from "./activity-log/activity-to-add.ts";
import { addWhereDocumentsExist } from "./activity-log/add-activities.ts";
import { readActivities } from "./activity-log/read-activities.ts";
import { updateActivities } from "./activity-log/update-activities.ts";
import type { Context } from "./context.ts";
import { tokenFence } from "./erasure/token-fence.ts";
import { listenForChanges } from "./feed/listen-for-changes.ts";
import { readChanges } from "./feed/read-changes.ts";
import { watchChanges } from "./feed/watch-changes.ts";
import { documentMissing } from "./places/documents.ts";
import { required } from "./places/required.ts";
import { documentOf } from "./places/scope.ts";
import { addReactions, deleteReactions } from "./reactions/reactions.ts";
import { addRecordings } from "./recordings/add-recordings.ts";
import { deleteRecordings } from "./recordings/delete-recordings.ts";
import { readRecordings } from "./recordings/read-recordings.ts";
import { recordingsOf } from "./recordings/recording-to-add.ts";
import { getSearchIndex } from "./search/get-search-index.ts";
import { searchThreads } from "./search/search-threads.ts";
import { addAnnotations } from "./threads/add-annotations.ts";
import { addComments, addedComments } from "./threads/add-comments.ts";
import { annotationsOf } from "./threads/annotation-to-add.ts";
import { commentsOf } from "./threads/comment-content.ts";
import { countDocuments } from "./threads/count-annotations.ts";
import { deleteAnnotations } from "./threads/delete-annotations.ts";
import { deleteComments } from "./threads/delete-comments.ts";
import { readAnnotations, withFolders } from "./threads/read-annotations.ts";
import { updateAnnotations } from "./threads/update-annotations.ts";
import { updateComments } from "./threads/update-comments.ts";
import { listUserComments, listUserReactions, listUserRecordings } from "./user-data/list-user-data.ts";

/** Handlers of all administration RPCs, which act for the customer's server. A missing handler is a compile error. */
export function administrationHandlers(context: Context): ServiceImpl<typeof ActivityService> {
  const { database, documents, keyOptions } = context;
  return {
    async addActivities({ apiKeyId, organizationId, activities }) {
      const { immutable } = await keyOptions.of(apiKeyId);
      return { results: await addWhereDocumentsExist(context, { apiKeyId, organizationId }, activitiesOf(activities, immutable)) };
    },
    getActivities: (request) => readActivities(context, request, { ...request, joinsUsers: !request.usersAsGiven }),
    updateActivities: async (request) => ({ results: await updateActivities(database, request, request.activities) }),

    async addCommentAnnotations(request) {
      const scope = documentOf(request);
      const annotations = annotationsOf(request.annotations);
      if (await documents.exists(scope)) return { results: await addAnnotations(context, scope, annotations, request.actionUser) };
      return { results: annotations.map(({ annotationId }) => ({ result: documentMissing(annotationId, scope), commentIds: [] })) };
    },
    countRemoval: async (request) => ({ collections: await countRemoval(database, context.erasers, wouldBe(request)) }),
    async refuseUserTokens(request) {
      await tokenFence.refuse(database, request);
      return {};
    },
    countCommentAnnotations: async (request) => ({ documents: await countDocuments(context, request) }),
    searchCommentAnnotations: (request) => searchThreads(context, request),
    getSearchIndex: (request) => getSearchIndex(context, request),
    async deleteCommentAnnotations(request) {
      return { results: await deleteAnnotations(context, documentOf(request), request.annotationIds, request.actionUser) };
    },
    async getCommentAnnotations(request) {
      const page = await readAnnotations(context, request, { ...request, joinsUsers: !request.usersAsGiven });
      return { ...page, annotations: await withFolders(documents, request, page.annotations) };
    },
    async updateCommentAnnotations(request) {
      return { results: await updateAnnotations(context, documentOf(request), request.annotations, request.actionUser) };
    },

    async addComments(request) {
      const comments = commentsOf(request.annotationId, request.comments);
      return { results: addedComments(context, comments, await addComments(context, documentOf(request), comments)) };
    },
    deleteComments: async (request) => ({ results: await deleteComments(context, documentOf(request), request, request.actionUser) }),
    updateComments: async (request) => ({ results: await updateComments(context, documentOf(request), request, request.actionUser) }),

    addReactions: async (request) => ({ results: await addReactions(context, documentOf(request), required(request.user), request) }),
    deleteReactions: async (request) => ({
      results: await deleteReactions(context, documentOf(request), { userId: request.userId }, request),
    }),

    async addRecordings(request) {
      const scope = documentOf(request);
      const recordings = recordingsOf(request.recordings);
      if (await documents.exists(scope)) return { results: await addRecordings(context, scope, recordings) };
      return { results: recordings.map(({ recordingId }) => documentMissing(recordingId, scope)) };
    },
    async deleteRecordings(request) {
      return { results: await deleteRecordings(context, documentOf(request), request.recordingIds, request.actionUser) };
    },
    getRecordings: (request) => readRecordings(context, request, request),

    readChanges: (request) => readChanges(context, request),
    watchChanges: (request, { signal }) => watchChanges(context, request, signal),
    listenForChanges: (request, { signal }) => listenForChanges(context, request, signal),

    listUserComments: (request) => listUserComments(database, request),
    listUserReactions: (request) => listUserReactions(database, request),
    listUserRecordings: (request) => listUserRecordings(database, request),
  };
}
