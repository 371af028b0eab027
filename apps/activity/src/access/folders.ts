import type { Client } from "@connectrpc/connect";
import type { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { Failure } from "@parley/kernel";
import { propagate } from "@parley/rpc";
import type { OrganizationScope } from "../places/scope.ts";

type Directory = Pick<Client<typeof OrganizationDirectoryService>, "getDocuments">;

const askTimeoutMs = 2_000;

/** In which folders documents are, as the organization directory knows it. */
export class Folders {
  readonly #directory: Directory;

  constructor(directory: Directory) {
    this.#directory = directory;
  }

  /** The folder of each of these documents (1,000 at most) that is in one. Fails as `unavailable` when the directory cannot be asked. */
  async of({ apiKeyId, organizationId }: OrganizationScope, documentIds: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
    const folders = new Map<string, string>();
    for (let pageToken = "", isLast = documentIds.size === 0; !isLast; isLast = pageToken === "") {
      const page = await this.#page({ apiKeyId, organizationId, documentIds: [...documentIds], pageToken });
      for (const { documentId, folderId } of page.documents) if (folderId !== undefined) folders.set(documentId, folderId);
      pageToken = page.nextPageToken;
    }
    return folders;
  }

  // An organization that was deleted meanwhile has no documents.
  async #page(request: Parameters<Directory["getDocuments"]>[0]) {
    try {
      return await propagate(["not_found"], () => this.#directory.getDocuments(request, { timeoutMs: askTimeoutMs }));
    } catch (error) {
      if (error instanceof Failure && error.kind === "not_found") return { documents: [], nextPageToken: "" };
      throw error;
    }
  }
}
