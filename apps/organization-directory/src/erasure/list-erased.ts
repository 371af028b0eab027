import type { Db } from "@parley/database";
import { decodeCursor, encodeCursor, fittingRows, notFound, shortened } from "@parley/kernel";
import { removalExists, selectRemovedDocuments, selectRemovedFolders } from "./erasure.store.ts";

interface OfJob {
  readonly apiKeyId: string;
  readonly jobId: string;
}

const defaultSize = 200;

/** A page of the documents or folders in the scope of an erasure of folders. Fails with `not_found` when there is no such erasure. */
export async function listErased(
  db: Db,
  { apiKeyId, jobId }: OfJob,
  kind: "document" | "folder",
  page: string,
  size = defaultSize,
): Promise<{ ids: string[]; next: string | undefined }> {
  const [position = 0, id = ""] = decodeCursor(page, ["number", "string"]) ?? [];
  const select = kind === "document" ? selectRemovedDocuments : selectRemovedFolders;
  const rows = await select(db, { apiKeyId, jobId }, { position: Number(position), id: String(id) }, size);
  if (rows.length === 0 && !(await removalExists(db, { apiKeyId, jobId }))) {
    throw notFound(`There is no erasure ${shortened(jobId)} under way.`, "removal_not_found");
  }
  const shown = fittingRows(rows, size);
  const last = shown.at(-1);
  return {
    ids: shown.map(({ id }) => id),
    next: last === undefined || shown.length < size ? undefined : encodeCursor([last.position, last.id]),
  };
}
