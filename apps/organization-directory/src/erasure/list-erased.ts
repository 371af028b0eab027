import { ErasedPlaceKind } from "@parley/contracts/organization-directory";
import type { Db } from "@parley/database";
import { decodeCursor, encodeCursor, fittingRows, notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { removalExists, selectRemovedDocuments, selectRemovedFolders } from "./erasure.store.ts";
import { type OfFolder, selectLiveDocuments, selectLiveFolders } from "./live-places.store.ts";
import type { LiveTrees } from "./live-trees.ts";

export const listErasedPlaces = ({ database, trees }: Context): Handler<"listErasedPlaces"> => {
  return async ({ apiKeyId, jobId, organizationId, folderId, kind, pageSize, pageToken }) => {
    const place = kind === ErasedPlaceKind.FOLDER ? "folder" : "document";
    const size = pageSize || undefined;
    const { ids, next } =
      jobId === ""
        ? await listLive({ database, trees }, { apiKeyId, organizationId, folderId }, place, pageToken, size)
        : await listErased(database, { apiKeyId, jobId }, place, pageToken, size);
    return { ids, nextPageToken: next ?? "" };
  };
};

interface OfJob {
  readonly apiKeyId: string;
  readonly jobId: string;
}

type PlaceKind = "document" | "folder";
type PlacesPage = Promise<{ ids: string[]; next: string | undefined }>;

const defaultSize = 200;
// The number of folders whose documents are searched at once.
const foldersAtOnce = 10_000;

/** A page of the documents or folders in the scope of an erasure of folders. Fails with `not_found` when there is no such erasure. */
export async function listErased(db: Db, { apiKeyId, jobId }: OfJob, kind: PlaceKind, page: string, size = defaultSize): PlacesPage {
  const select = kind === "document" ? selectRemovedDocuments : selectRemovedFolders;
  const rows = await select(db, { apiKeyId, jobId }, positionOf(page), size);
  if (rows.length === 0 && !(await removalExists(db, { apiKeyId, jobId }))) {
    throw notFound(`There is no erasure ${shortened(jobId)} under way.`, "removal_not_found");
  }
  return pageOf(rows, size);
}

interface Live {
  readonly database: Db;
  readonly trees: LiveTrees;
}

/** Returns the places that an erasure of an existing folder would include. Empty when there is no such folder. */
export async function listLive({ database, trees }: Live, folder: OfFolder, kind: PlaceKind, page: string, size = defaultSize): PlacesPage {
  const { position, id } = positionOf(page);
  const tree = await trees.of(folder, page === "");
  const refs = tree.slice(position, position + (kind === "folder" ? size : foldersAtOnce));
  const rows =
    kind === "folder"
      ? await selectLiveFolders(database, { ...folder, refs })
      : await selectLiveDocuments(database, { ...folder, refs, afterId: id, limit: size });
  const shown = fittingRows(rows, size);
  const last = shown.at(-1);
  const ids = shown.map((row) => row.id);
  if (last !== undefined && (shown.length < rows.length || (kind === "document" && shown.length === size))) {
    // A listed folder is complete, but a document's folder may have more documents.
    return { ids, next: encodeCursor(kind === "folder" ? [position + last.position, ""] : [position + last.position - 1, last.id]) };
  }
  const behind = position + refs.length;
  return { ids, next: behind < tree.length ? encodeCursor([behind, ""]) : undefined };
}

function positionOf(page: string): { position: number; id: string } {
  const [position = 0, id = ""] = decodeCursor(page, ["number", "string"]) ?? [];
  return { position: Number(position), id: String(id) };
}

function pageOf(rows: { position: number; id: string }[], size: number): { ids: string[]; next: string | undefined } {
  const shown = fittingRows(rows, size);
  const last = shown.at(-1);
  return {
    ids: shown.map(({ id }) => id),
    next: last === undefined || shown.length < size ? undefined : encodeCursor([last.position, last.id]),
  };
}
