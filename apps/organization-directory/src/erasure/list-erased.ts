import type { Database, Db } from "@parley/database";
import { decodeCursor, encodeCursor, fittingRows, notFound, shortened } from "@parley/kernel";
import { removalExists, selectRemovedDocuments, selectRemovedFolders } from "./erasure.store.ts";
import { selectLivePlaces } from "./live-places.store.ts";

interface OfJob {
  readonly apiKeyId: string;
  readonly jobId: string;
}

/** The folder that would be removed. */
interface OfFolder {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly folderId: string;
}

type PlaceKind = "document" | "folder";
type PlacesPage = Promise<{ ids: string[]; next: string | undefined }>;

const defaultSize = 200;

/** A page of the documents or folders in the scope of an erasure of folders. Fails with `not_found` when there is no such erasure. */
export async function listErased(db: Db, { apiKeyId, jobId }: OfJob, kind: PlaceKind, page: string, size = defaultSize): PlacesPage {
  const select = kind === "document" ? selectRemovedDocuments : selectRemovedFolders;
  const rows = await select(db, { apiKeyId, jobId }, positionOf(page), size);
  if (rows.length === 0 && !(await removalExists(db, { apiKeyId, jobId }))) {
    throw notFound(`There is no erasure ${shortened(jobId)} under way.`, "removal_not_found");
  }
  return pageOf(rows, size);
}

/** The same of a folder that exists: what an erasure of it would be about. Empty when there is no such folder. */
export async function listLive(db: Database, folder: OfFolder, kind: PlaceKind, page: string, size = defaultSize): PlacesPage {
  const { position, id } = positionOf(page);
  const rows = await selectLivePlaces(db, kind, { ...folder, afterPosition: position, afterId: id, limit: size });
  return pageOf(rows, size);
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
