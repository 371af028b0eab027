import type { Context } from "../context.ts";
import { cutPage, forwardFrom, tokenBehind } from "../paging/page.ts";
import type { OrganizationScope } from "../places/scope.ts";
import { annotationMessage } from "./annotation.ts";
import { type AnnotationFilter, type AnnotationRow, selectAnnotations } from "./reading/annotation-pages.store.ts";
import { selectComments, selectReactions } from "./reading/comment-rows.store.ts";

interface ReadRequest extends AnnotationFilter {
  readonly createdAfterMs?: bigint | undefined;
  readonly createdBeforeMs?: bigint | undefined;
  readonly pageSize: number;
  readonly pageToken: string;
  /** Whether users of whom a thread has the id alone come as they are stored. */
  readonly joinsUsers: boolean;
}

const defaultPageSize = 50;
// The size of an annotation besides its thread and metadata.
const annotationBytes = 1_000;

/** One page of annotations with their whole threads. */
export async function readAnnotations(
  { database, limits, storedUsers }: Context,
  { apiKeyId, organizationId }: OrganizationScope,
  request: ReadRequest,
) {
  const { documentId, annotationIds, locationId, locationName, statuses, userId } = request;
  const size = request.pageSize || defaultPageSize;
  const filter = { documentId, annotationIds, locationId, locationName, statuses, userId };
  const range = { ...forwardFrom(request), limit: size + 1, scanRows: Math.max(limits.scannedRows, size + 1) };
  const { rows, nextPageToken } = cutPage(await selectAnnotations(database, { apiKeyId, organizationId }, filter, range), size, bytesOf);

  const refs = rows.map(({ ref }) => ref);
  const withReactions = rows.filter(({ reactionCount }) => reactionCount > 0).map(({ ref }) => ref);
  const [comments, reactions] = await Promise.all([
    refs.length === 0 ? [] : selectComments(database, apiKeyId, refs),
    selectReactions(database, apiKeyId, withReactions),
  ]);
  const commentsOf = Map.groupBy(comments, ({ annotationRef }) => annotationRef);
  const reactionsOf = Map.groupBy(reactions, ({ annotationRef }) => annotationRef);
  const read = rows.map((row) => annotationMessage(organizationId, row, commentsOf.get(row.ref) ?? [], reactionsOf.get(row.ref) ?? []));
  const annotations = request.joinsUsers ? await storedUsers.join(apiKeyId, read) : read;
  return { annotations, nextPageToken: annotations.length < rows.length ? tokenBehind(rows[annotations.length - 1]) : nextPageToken };
}

function bytesOf({ threadBytes, metadata }: AnnotationRow): number {
  return threadBytes + Buffer.byteLength(metadata) + annotationBytes;
}
