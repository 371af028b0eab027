import type { ServiceImpl } from "@connectrpc/connect";
import type { CollaborationService, User } from "@parley/contracts/activity";
import { activitiesBy } from "./activity-log/activity-to-add.ts";
import { addActivities } from "./activity-log/add-activities.ts";
import { readActivities } from "./activity-log/read-activities.ts";
import type { Context } from "./context.ts";
import { required } from "./places/required.ts";
import { type DocumentScope, documentOf } from "./places/scope.ts";
import { addReactions, deleteReactions } from "./reactions/reactions.ts";
import { addRecordings } from "./recordings/add-recordings.ts";
import { deleteRecordings } from "./recordings/delete-recordings.ts";
import { readRecordings } from "./recordings/read-recordings.ts";
import { recordingsBy } from "./recordings/recording-to-add.ts";
import { addAnnotations } from "./threads/add-annotations.ts";
import { addComments, addedComments } from "./threads/add-comments.ts";
import { annotationsBy } from "./threads/annotation-to-add.ts";
import { commentsBy } from "./threads/comment-content.ts";
import { deleteAnnotations } from "./threads/delete-annotations.ts";
import { deleteComments } from "./threads/delete-comments.ts";
import { readAnnotations } from "./threads/read-annotations.ts";
import { updateAnnotations } from "./threads/update-annotations.ts";
import { updateComments } from "./threads/update-comments.ts";

interface UserRequest extends DocumentScope {
  readonly actingUser?: User | undefined;
}

/** Handlers of all data plane RPCs, which act for a user. A missing handler is a compile error. */
export function collaborationHandlers(context: Context): ServiceImpl<typeof CollaborationService> {
  // Every RPC of the data plane concerns a document that the user may access. Requests for other documents are refused before anything
  // else.
  function inOpenDocument<Request extends UserRequest, Response>(handle: (request: Request, actor: User) => Promise<Response>) {
    return async (request: Request): Promise<Response> => {
      await context.access.requireOpen(request);
      return handle(request, required(request.actingUser));
    };
  }
  return {
    addActivities: inOpenDocument(async ({ apiKeyId, organizationId, documentId, activities }, actor) => {
      const { immutable } = await context.keyOptions.of(apiKeyId);
      const records = activitiesBy(actor, documentId, activities, immutable);
      return { results: await addActivities(context, { apiKeyId, organizationId }, records) };
    }),
    getActivities: inOpenDocument((request) => readActivities(context, request, { ...request, joinsUsers: false })),

    addCommentAnnotations: inOpenDocument(async (request, actor) => {
      const annotations = annotationsBy(actor, request.annotations);
      return { results: await addAnnotations(context, documentOf(request), annotations, actor, authorFor(request, actor)) };
    }),
    deleteCommentAnnotations: inOpenDocument(async (request, actor) => {
      return { results: await deleteAnnotations(context, documentOf(request), request.annotationIds, actor, authorFor(request, actor)) };
    }),
    getCommentAnnotations: inOpenDocument((request) => readAnnotations(context, request, { ...request, joinsUsers: request.joinUsers })),
    updateCommentAnnotations: inOpenDocument(async (request, actor) => {
      return { results: await updateAnnotations(context, documentOf(request), request.annotations, actor, authorFor(request, actor)) };
    }),

    addComments: inOpenDocument(async (request, actor) => {
      const comments = commentsBy(actor, request.annotationId, request.comments);
      return { results: addedComments(context, comments, await addComments(context, documentOf(request), comments)) };
    }),
    deleteComments: inOpenDocument(async (request, actor) => {
      return { results: await deleteComments(context, documentOf(request), request, actor, authorFor(request, actor)) };
    }),
    updateComments: inOpenDocument(async (request, actor) => {
      return { results: await updateComments(context, documentOf(request), request, actor, authorFor(request, actor)) };
    }),

    addReactions: inOpenDocument(async (request, actor) => {
      return { results: await addReactions(context, documentOf(request), actor, request) };
    }),
    deleteReactions: inOpenDocument(async (request, actor) => {
      return { results: await deleteReactions(context, documentOf(request), actor, request) };
    }),

    addRecordings: inOpenDocument(async (request, actor) => {
      return { results: await addRecordings(context, documentOf(request), recordingsBy(actor, request.recordings)) };
    }),
    deleteRecordings: inOpenDocument(async (request, actor) => {
      return { results: await deleteRecordings(context, documentOf(request), request.recordingIds, actor) };
    }),
    getRecordings: inOpenDocument((request) => readRecordings(context, request, request)),
  };
}

/** The only author whose items the acting user may change; undefined if the user may change everybody's. */
function authorFor({ onlyOwn }: { readonly onlyOwn: boolean }, actor: User): string | undefined {
  return onlyOwn ? actor.userId : undefined;
}
