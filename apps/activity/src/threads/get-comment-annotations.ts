import type { Db } from "@parley/database";
import { invalid } from "@parley/kernel";
import type { Context, Handler, UserHandler } from "../context.ts";
import { cutPage, forwardFrom, tokenBehind } from "../paging/page.ts";
import { actingUserOf } from "../people/acting-user.ts";
import type { Documents } from "../places/documents.ts";
import { checkLocationFilter } from "../places/location.ts";
import type { OrganizationScope } from "../places/scope.ts";
import { annotationMessage } from "./annotation.ts";
import { type AnnotationFilter, type AnnotationRow, selectAnnotations } from "./reading/annotation-pages.store.ts";
import { selectComments, selectReactions } from "./reading/comment-rows.store.ts";

interface ReadRequest extends AnnotationFilter {
  readonly createdAfterMs?: bigint | undefined;
  readonly createdBeforeMs?: bigint | undefined;
  readonly pageSize: number;
  readonly pageToken: string;
  /** Whether users known only by id are described from the stored users. */
  readonly joinsUsers: boolean;
}

const defaultPageSize = 50;
// Size of an annotation without its thread and metadata.
const annotationBytes = 1_000;

export const getCommentAnnotations = (context: Context): Handler<"getCommentAnnotations"> => {
  return async (request) => {
    const page = await readAnnotations(context, request, { ...request, joinsUsers: !request.usersAsGiven });
    return { ...page, annotations: await withFolders(context.documents, request, page.annotations) };
  };
};

export const getCommentAnnotationsByUser = (context: Context): UserHandler<"getCommentAnnotations"> => {
  return async (request) => {
    await actingUserOf(context, request);
    return readAnnotations(context, request, { ...request, joinsUsers: request.joinUsers });
  };
};

/** One page of annotations with their whole threads. Fails with `invalid_argument` when filters lack the document that they need. */
async function readAnnotations(
  { database, limits, storedUsers }: Context,
  { apiKeyId, organizationId }: OrganizationScope,
  request: ReadRequest,
) {
  const { documentId, annotationIds, locationId, locationName, statuses, userId } = request;
  checkLocationFilter(request);
  if (annotationIds.length > 0 && documentId === "") throw invalid("annotation_ids", "annotationIds need a documentId.");
  const size = request.pageSize || defaultPageSize;
  const filter = { documentId, annotationIds, locationId, locationName, statuses, userId };
  const range = { ...forwardFrom(request), limit: size + 1, scanRows: Math.max(limits.scannedRows, size + 1) };
  const { rows, nextPageToken } = cutPage(await selectAnnotations(database, { apiKeyId, organizationId }, filter, range), size, bytesOf);

  const read = (await wholeThreads(database, apiKeyId, rows)).map((thread) => ({ organizationId, ...thread }));
  const annotations = request.joinsUsers ? await storedUsers.join(apiKeyId, read) : read;
  return { annotations, nextPageToken: annotations.length < rows.length ? tokenBehind(rows[annotations.length - 1]) : nextPageToken };
}

/** The messages of annotations with their comments and reactions, in the same order, without their organization. */
export async function wholeThreads(db: Db, apiKeyId: string, rows: readonly AnnotationRow[]) {
  const refs = rows.map(({ ref }) => ref);
  const withReactions = rows.filter(({ reactionCount }) => reactionCount > 0).map(({ ref }) => ref);
  const [comments, reactions] = await Promise.all([
    refs.length === 0 ? [] : selectComments(db, apiKeyId, refs),
    selectReactions(db, apiKeyId, withReactions),
  ]);
  const commentsOf = Map.groupBy(comments, ({ annotationRef }) => annotationRef);
  const reactionsOf = Map.groupBy(reactions, ({ annotationRef }) => annotationRef);
  return rows.map((row) => annotationMessage(row, commentsOf.get(row.ref) ?? [], reactionsOf.get(row.ref) ?? []));
}

/** The annotations, each with the folder of its document; empty when the document is in no folder. */
export async function withFolders<Annotation extends { readonly documentId: string }>(
  documents: Documents,
  scope: OrganizationScope,
  annotations: readonly Annotation[],
): Promise<(Annotation & { folderId: string })[]> {
  const folders = await documents.foldersOf(scope, new Set(annotations.map(({ documentId }) => documentId)));
  return annotations.map((annotation) => ({ ...annotation, folderId: folders.get(annotation.documentId) ?? "" }));
}

/** Approximate size of an annotation with its thread. */
export function bytesOf({ threadBytes, metadata }: Pick<AnnotationRow, "threadBytes" | "metadata">): number {
  return threadBytes + Buffer.byteLength(metadata) + annotationBytes;
}
