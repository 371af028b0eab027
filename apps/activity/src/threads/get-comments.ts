import type { GetCommentsRequest } from "@parley/contracts/activity";
import { encodeCursor } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { behindOf } from "../paging/page.ts";
import { annotationMessage } from "./annotation.ts";
import { everyAnnotation } from "./reading/annotation-filter.ts";
import { selectAnnotations } from "./reading/annotation-pages.ts";
import { type CommentRow, selectComments, selectReactions } from "./reading/comment-rows.store.ts";

const defaultPageSize = 100;

export const getComments = (context: Context): Handler<"getComments"> => {
  return (request) => readComments(context, request);
};

/** One page of the comments of an annotation, oldest first. A thread is small enough to be read as a whole. */
async function readComments({ database, storedUsers }: Context, request: GetCommentsRequest) {
  const { apiKeyId, documentId, annotationId, commentIds, userIds } = request;
  const behind = behindOf(request.pageToken);
  const filter = { ...everyAnnotation, documentIds: [documentId], annotationIds: [annotationId] };
  const [row] = await selectAnnotations(database, request, filter, { order: "created", behind: undefined, limit: 2, scanRows: 2 });
  if (row === undefined) return { comments: [], nextPageToken: "" };
  const comments = await selectComments(database, apiKeyId, [row.ref]);
  const wanted = comments.filter(
    ({ commentId, authorId }) =>
      (commentIds.length === 0 || commentIds.includes(commentId)) && (userIds.length === 0 || userIds.includes(authorId)),
  );
  const rest = behind === undefined ? wanted : wanted.filter((comment) => follows(comment, behind));
  const shown = rest.slice(0, request.pageSize || defaultPageSize);
  const last = shown.at(-1);
  const nextPageToken = last === undefined || shown.length === rest.length ? "" : encodeCursor([last.createdAtMs, last.position]);
  const reactions = row.reactionCount === 0 ? [] : await selectReactions(database, apiKeyId, [row.ref]);
  const thread = annotationMessage(row, shown, reactions);
  const [described = thread] = request.usersAsGiven ? [] : await storedUsers.join(apiKeyId, [thread]);
  return { comments: described.comments, nextPageToken };
}

function follows({ createdAtMs, position }: CommentRow, [ms, last]: readonly [number, number]): boolean {
  return createdAtMs > ms || (createdAtMs === ms && position > last);
}
