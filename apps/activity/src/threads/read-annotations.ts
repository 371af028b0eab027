import type { Db } from "@parley/database";
import type { Context } from "../context.ts";
import { behindOf, cutPage, tokenBehind } from "../paging/page.ts";
import type { Documents } from "../places/documents.ts";
import type { OrganizationScope } from "../places/scope.ts";
import { annotationMessage } from "./annotation.ts";
import type { AnnotationFilter, AnnotationOrder } from "./reading/annotation-filter.ts";
import { orderMs, selectAnnotations } from "./reading/annotation-pages.ts";
import type { AnnotationRow } from "./reading/annotation-paths.store.ts";
import { selectComments, selectReactions } from "./reading/comment-rows.store.ts";

interface ReadRequest {
  readonly order: AnnotationOrder;
  readonly pageSize: number;
  readonly pageToken: string;
  /** Whether users known only by id are described from the stored users. */
  readonly joinsUsers: boolean;
  /** Only the annotations of documents in this folder, if one is named. */
  readonly folderId?: string;
}

const defaultPageSize = 50;
// Size of an annotation without its thread and metadata.
const annotationBytes = 1_000;

/** One page of annotations with their whole threads. */
export async function readAnnotations(context: Context, scope: OrganizationScope, filter: AnnotationFilter, request: ReadRequest) {
  const { database, limits, storedUsers, documents } = context;
  const { apiKeyId, organizationId } = scope;
  const { order, folderId = "" } = request;
  const size = request.pageSize || defaultPageSize;
  const page = { order, behind: behindOf(request.pageToken), limit: size + 1, scanRows: Math.max(limits.scannedRows, size + 1) };
  const found = await selectAnnotations(database, { apiKeyId, organizationId }, filter, page);
  const msOf = (row: AnnotationRow) => orderMs(row, order);
  const among = folderId === "" ? found : await onlyInFolder(documents, scope, folderId, found, page.limit);
  const { rows, nextPageToken } = cutPage(among, size, bytesOf, msOf);

  const read = (await wholeThreads(database, apiKeyId, rows)).map((thread) => ({ organizationId, ...thread }));
  const annotations = request.joinsUsers ? await storedUsers.join(apiKeyId, read) : read;
  const isCut = annotations.length < rows.length;
  return { annotations, nextPageToken: isCut ? tokenBehind(rows[annotations.length - 1], msOf) : nextPageToken };
}

// Rows of other folders do not match. If the list goes on behind the last row, that row has to be taken for the end of the scan.
async function onlyInFolder(
  documents: Documents,
  scope: OrganizationScope,
  folderId: string,
  rows: readonly AnnotationRow[],
  limit: number,
): Promise<AnnotationRow[]> {
  const folders = await documents.foldersOf(scope, new Set(rows.map(({ documentId }) => documentId)));
  return rows.map((row, index) => ({
    ...row,
    isMatch: row.isMatch && folders.get(row.documentId) === folderId,
    isScanEnd: row.isScanEnd || (index === rows.length - 1 && rows.length >= limit),
  }));
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
export function bytesOf({ threadBytes, metadata, details }: Pick<AnnotationRow, "threadBytes" | "metadata" | "details">): number {
  return threadBytes + Buffer.byteLength(metadata) + Buffer.byteLength(details) + annotationBytes;
}
