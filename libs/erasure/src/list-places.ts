import { ErasedPlaceKind } from "@parley/contracts/organization-directory";
import type { ListPlaces } from "./ranges.ts";

/** What is asked of the organization directory. */
interface Directory {
  listErasedPlaces(request: {
    apiKeyId: string;
    jobId: string;
    kind: ErasedPlaceKind;
    pageSize: number;
    pageToken: string;
  }): Promise<{ readonly ids: readonly string[]; readonly nextPageToken: string }>;
}

const pageSize = 200;

/** Asks the organization directory for the documents and folders of folders that are removed. */
export function listPlacesOf(directory: Directory): ListPlaces {
  return async ({ apiKeyId, jobId }, kind, page) => {
    const place = kind === "folder" ? ErasedPlaceKind.FOLDER : ErasedPlaceKind.DOCUMENT;
    const { ids, nextPageToken } = await directory.listErasedPlaces({ apiKeyId, jobId, kind: place, pageSize, pageToken: page });
    return { ids, next: nextPageToken || undefined };
  };
}
