import type { Client } from "@connectrpc/connect";
import { failed, type Result } from "@parley/contracts/common";
import { AccessState, type OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { missingMessage } from "@parley/document-access";
import { Failure, questionTimeMs } from "@parley/kernel";
import { propagate } from "@parley/rpc";
import type { DocumentScope, OrganizationScope } from "./scope.ts";

type Directory = Pick<Client<typeof OrganizationDirectoryService>, "checkAccess" | "getDocuments" | "ensureExists">;

interface Creates {
  readonly createDocument: boolean;
  readonly createOrganization: boolean;
}

/** The current state of documents in the organization directory. Fails with `unavailable` when it does not respond. */
export class Documents {
  readonly #directory: Directory;

  constructor(directory: Directory) {
    this.#directory = directory;
  }

  /** The documents that exist, disabled or not. The empty id stands for the organization itself. */
  async existing(scope: OrganizationScope, documentIds: readonly string[]): Promise<Set<string>> {
    const { states } = await this.#check(scope, documentIds, false);
    return new Set(documentIds.filter((_, index) => states[index] === AccessState.OPEN || states[index] === AccessState.DISABLED));
  }

  /** Whether the document exists, disabled or not. */
  async exists(document: DocumentScope): Promise<boolean> {
    return (await this.existing(document, [document.documentId])).size > 0;
  }

  /**
   * For each document the time in ms up to which rows belong to an earlier, deleted document of the same id that is still being erased; 0
   * when there is none. The empty id stands for the organization itself.
   */
  async removedUntil(scope: OrganizationScope, documentIds: readonly string[]): Promise<number[]> {
    const { removedUntilMs } = await this.#check(scope, documentIds, true);
    return documentIds.map((_, index) => Number(removedUntilMs[index] ?? 0n));
  }

  /** The folder of each of the documents (at most 1,000) that is in a folder. */
  async foldersOf({ apiKeyId, organizationId }: OrganizationScope, documentIds: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
    const folders = new Map<string, string>();
    for (let pageToken = "", isLast = documentIds.size === 0; !isLast; isLast = pageToken === "") {
      const page = await this.#page({ apiKeyId, organizationId, documentIds: [...documentIds], pageToken });
      for (const { documentId, folderId } of page.documents) if (folderId !== undefined) folders.set(documentId, folderId);
      pageToken = page.nextPageToken;
    }
    return folders;
  }

  /** The first documents that are directly in a folder; none if it does not exist. */
  async inFolder({ apiKeyId, organizationId }: OrganizationScope, folderId: string, most: number): Promise<string[]> {
    const { documents } = await this.#page({ apiKeyId, organizationId, folderId, pageSize: most });
    return documents.map(({ documentId }) => documentId);
  }

  /** Whether the document exists, after it was created where that was requested. A new organization needs both flags. */
  async ensure(document: DocumentScope, { createDocument, createOrganization }: Creates): Promise<boolean> {
    if (!createDocument) return this.exists(document);
    const { apiKeyId, organizationId, documentId } = document;
    const wanted = { apiKeyId, places: [{ organizationId, documentId }], createOrganization, createDocument };
    const { places } = await propagate(["resource_exhausted"], () => this.#directory.ensureExists(wanted));
    return places[0]?.documentExists === true;
  }

  #check({ apiKeyId, organizationId }: OrganizationScope, documentIds: readonly string[], withRemovals: boolean) {
    const subjects = documentIds.map((documentId) => ({ organizationId, documentId }));
    return this.#directory.checkAccess({ apiKeyId, subjects, withRemovals }, { timeoutMs: questionTimeMs() });
  }

  // An organization that has just been deleted has no documents.
  async #page(request: Parameters<Directory["getDocuments"]>[0]) {
    try {
      return await propagate(["not_found"], () => this.#directory.getDocuments(request, { timeoutMs: questionTimeMs() }));
    } catch (error) {
      if (error instanceof Failure && error.kind === "not_found") return { documents: [], nextPageToken: "" };
      throw error;
    }
  }
}

/** The failure of an item whose document (or, with an empty id, its organization) does not exist. */
export function documentMissing(id: string, document: Pick<DocumentScope, "organizationId" | "documentId">): Result {
  return failed(id, "not_found", missingMessage(document));
}
