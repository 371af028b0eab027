import { create } from "@bufbuild/protobuf";
import { type Change, type ReadChangesResponse, ReadChangesResponseSchema } from "@parley/contracts/activity";
import type { Credential } from "../../credentials/credential.ts";
import { lasting, roleIn } from "../../credentials/grants.ts";
import type { Places, StreamView } from "../stream-shape.ts";
import { shownChange } from "./me-fields.ts";

interface Watched {
  readonly organizationId: string;
  /** Undefined for all documents of the organization. */
  readonly documentIds: ReadonlySet<string> | undefined;
}

interface VisibleChangesOptions {
  readonly watched: Watched;
  readonly credential: Credential<"user">;
  readonly places: Places;
  readonly bookmarkMs: number;
}

/**
 * Yields the changes of an organization that a user may see: those of watched documents that the token names, that are open now and that the
 * user may enter, and their deletions. Other changes are skipped. A bookmark that only moves past skipped changes is sent no earlier than it would be due
 * anyway.
 */
class VisibleChanges implements AsyncIterableIterator<ReadChangesResponse> {
  readonly #pages: AsyncIterator<ReadChangesResponse>;
  readonly #options: VisibleChangesOptions;
  #bookmarkAtMs = Number.NEGATIVE_INFINITY;

  constructor(pages: AsyncIterable<ReadChangesResponse>, options: VisibleChangesOptions) {
    this.#pages = pages[Symbol.asyncIterator]();
    this.#options = options;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<ReadChangesResponse>> {
    for (;;) {
      const page = await this.#pages.next();
      if (page.done) return page;
      const { nextCursor, upToDate } = page.value;
      const changes = await this.#visible(page.value.changes);
      const isTold = changes.length > 0 || page.value.changes.length === 0 || this.#bookmarkAtMs <= performance.now();
      if (!isTold) continue;
      this.#bookmarkAtMs = performance.now() + this.#options.bookmarkMs;
      return { value: create(ReadChangesResponseSchema, { changes, nextCursor, upToDate }) };
    }
  }

  async #visible(changes: readonly Change[]): Promise<Change[]> {
    const { watched, credential, places } = this.#options;
    const { organizationId, documentIds } = watched;
    const { apiKeyId, userId } = credential;
    const among = changes.filter(({ documentId }) => documentId !== "" && (documentIds === undefined || documentIds.has(documentId)));
    if (among.length === 0) return [];
    const granted = lasting(credential, organizationId, Date.now());
    const found = await places.placesOf({ apiKeyId, organizationId }, new Set(["", ...among.map(({ documentId }) => documentId)]));
    const organization = found.get("");
    const existing = among.map(({ documentId }) => documentId).filter((documentId) => found.get(documentId) !== undefined);
    const entered = existing.length === 0 ? undefined : await places.enterable({ apiKeyId, organizationId, userId }, existing);
    const isShown = ({ documentId, actionType }: Change) => {
      // A deletion is the only change left of a document, which no longer belongs to a folder.
      const document = found.get(documentId);
      if (actionType === "document.delete") return document?.state !== "disabled";
      const role = roleIn(granted, { organizationId, organization, documentId, document });
      return role !== undefined && document?.state === "open" && entered?.has(documentId) === true;
    };
    return among.filter(isShown).map(shownChange);
  }
}

/** The pages of a stream, filtered for a user. */
export function visibleChanges(
  pages: AsyncIterable<ReadChangesResponse>,
  { data, credential, places, bookmarkMs }: StreamView,
): AsyncIterable<ReadChangesResponse> {
  if (credential.level !== "user") throw new Error("Only users' streams are narrowed.");
  const { organizationId, documentId, documentIds } = data as {
    readonly organizationId: string;
    readonly documentId?: string;
    readonly documentIds?: readonly string[];
  };
  const named = documentId === undefined ? documentIds : [documentId];
  const watched = { organizationId, documentIds: named && new Set(named) };
  return new VisibleChanges(pages, { watched, credential, places, bookmarkMs });
}
