import { ErasedPlaceKind } from "@parley/contracts/organization-directory";
import { Failure } from "@parley/kernel";
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
  return unlessForgotten(async ({ apiKeyId, jobId }, kind, page) => {
    const place = kind === "folder" ? ErasedPlaceKind.FOLDER : ErasedPlaceKind.DOCUMENT;
    const { ids, nextPageToken } = await directory.listErasedPlaces({ apiKeyId, jobId, kind: place, pageSize, pageToken: page });
    return { ids, next: nextPageToken || undefined };
  });
}

/**
 * Lists nothing of a removal that the directory does not know. It knows each until every service has done its tasks, unless it was restored from an older
 * backup: then it begins another removal of the same folders.
 */
export function unlessForgotten(list: ListPlaces): ListPlaces {
  return async (erasure, kind, page) => {
    try {
      return await list(erasure, kind, page);
    } catch (error) {
      if (reasonOf(error) === "removal_not_found") return { ids: [], next: undefined };
      throw error;
    }
  };
}

// Of this service, or of the one that was asked.
function reasonOf(error: unknown): string | undefined {
  if (error instanceof Failure) return error.reason;
  return error instanceof Error && "failure" in error && error.failure instanceof Failure ? error.failure.reason : undefined;
}
