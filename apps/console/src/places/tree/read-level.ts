import type { DocumentCounts, Parley } from "@parley/sdk";
import type { Level, LevelCursor, Place } from "./place.ts";

const pageSize = 200;
const noFolder = "root";

interface LevelPage {
  readonly places: readonly Place[];
  readonly next: LevelCursor | undefined;
}

/** Loads the next page of a level: a folder's folders and then its documents, or a document's threads. */
export async function readLevel(parley: Parley, organizationId: string, { parent, next }: Level): Promise<LevelPage> {
  const at = { organizationId, pageSize, pageToken: next?.pageToken };
  if (next?.of === "threads") {
    const documentId = parent?.id ?? "";
    const { data, nextPageToken } = await parley.threads.list({ ...at, documentId });
    const places = data.map(({ annotationId: id, comments }) => ({
      ...({ kind: "thread", id, document: documentId, name: comments[0]?.commentText || id } as const),
    }));
    return { places, next: nextPageToken === null ? undefined : { of: "threads", pageToken: nextPageToken } };
  }
  if (next?.of === "documents") {
    const { data, nextPageToken } = await parley.documents.list({ ...at, folderId: parent?.id ?? noFolder });
    const counts = await countsOf(
      parley,
      organizationId,
      data.map(({ documentId }) => documentId),
    );
    const places = data.map(({ documentId: id, documentName }) => {
      const threads = counts.get(id);
      return { kind: "document", id, name: documentName || id, ...(threads === undefined ? {} : { threads }) } as const;
    });
    return { places, next: nextPageToken === null ? undefined : { of: "documents", pageToken: nextPageToken } };
  }
  const { data, nextPageToken } = await parley.folders.list({
    ...at,
    maxDepth: 0,
    ...(parent === undefined ? {} : { parentFolderId: parent.id }),
  });
  const places = data.map(({ folderId: id, folderName }) => ({ kind: "folder", id, name: folderName || id }) as const);
  return { places, next: nextPageToken === null ? { of: "documents" } : { of: "folders", pageToken: nextPageToken } };
}

const countedAtOnce = 100;

/** The number of threads of each document; empty if that cannot be loaded, and documents are then shown without it. */
async function countsOf(
  parley: Parley,
  organizationId: string,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, DocumentCounts>> {
  const parts = Array.from({ length: Math.ceil(documentIds.length / countedAtOnce) }, (_, index) =>
    documentIds.slice(index * countedAtOnce, (index + 1) * countedAtOnce),
  );
  try {
    const counts = await Promise.all(parts.map((part) => parley.threads.count({ organizationId, documentIds: part })));
    return new Map(counts.flatMap((each) => Object.entries(each)));
  } catch {
    return new Map();
  }
}
