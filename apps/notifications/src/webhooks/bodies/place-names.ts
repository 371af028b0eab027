import type { Client } from "@connectrpc/connect";
import type { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { propagate } from "@parley/rpc";
import { LRUCache } from "lru-cache";
import type { Names } from "./body-of.ts";

/** A document of an organization. */
interface Place {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly documentId: string;
}

const kept = 20_000;
const keptMs = 5_000;
const askTimeoutMs = 1_000;
// ms for which a directory that does not respond is not asked again.
const awayMs = 2_000;

export const noNames: Names = { organizationName: null, documentName: null, folderId: null };

/** The names of organizations and documents, a few seconds old at most. */
export class PlaceNames {
  readonly #directory: Client<typeof OrganizationDirectoryService>;
  readonly #names = new LRUCache<string, Names>({ max: kept, ttl: keptMs });
  #awayUntilMs = 0;

  constructor(directory: Client<typeof OrganizationDirectoryService>) {
    this.#directory = directory;
  }

  /** The names of each place, by `placeKey`; null for places that do not exist. Places whose names are unavailable now are missing. */
  async of(places: readonly Place[]): Promise<ReadonlyMap<string, Names>> {
    const names = new Map<string, Names>();
    const unknown = new Map<string, Place>();
    for (const place of places) {
      const key = placeKey(place);
      const known = this.#names.get(key);
      if (known === undefined) unknown.set(key, place);
      else names.set(key, known);
    }
    if (unknown.size === 0 || performance.now() < this.#awayUntilMs) return names;
    const organizations = Map.groupBy(unknown.values(), ({ apiKeyId, organizationId }) => `${apiKeyId}\0${organizationId}`);
    await Promise.all([...organizations.values()].map((documents) => this.#ask(documents, names)));
    return names;
  }

  async #ask(documents: readonly Place[], names: Map<string, Names>): Promise<void> {
    try {
      for (let start = 0; start < documents.length; start += 500) await this.#askSome(documents.slice(start, start + 500), names);
    } catch {
      this.#awayUntilMs = performance.now() + awayMs;
    }
  }

  async #askSome(places: readonly Place[], names: Map<string, Names>): Promise<void> {
    const [{ apiKeyId, organizationId }] = places as [Place];
    const options = { timeoutMs: askTimeoutMs };
    const documentIds = places.map(({ documentId }) => documentId);
    const [{ organizations }, documents] = await Promise.all([
      this.#directory.getOrganizations({ apiKeyId, organizationIds: [organizationId] }, options),
      whenFound(() => this.#directory.getDocuments({ apiKeyId, organizationId, documentIds }, options)),
    ]);
    const found = new Map(documents?.documents.map((document) => [document.documentId, document]));
    for (const place of places) {
      const document = found.get(place.documentId);
      const known = {
        organizationName: organizations[0]?.organizationName ?? null,
        documentName: document?.documentName ?? null,
        folderId: document?.folderId ?? null,
      };
      names.set(placeKey(place), known);
      this.#names.set(placeKey(place), known);
    }
  }
}

export function placeKey({ apiKeyId, organizationId, documentId }: Place): string {
  return `${apiKeyId}\0${organizationId}\0${documentId}`;
}

// A recently deleted organization has no documents.
async function whenFound<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await propagate(["not_found"], ask);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

function isNotFound(error: unknown): boolean {
  return typeof error === "object" && error !== null && "kind" in error && error.kind === "not_found";
}
