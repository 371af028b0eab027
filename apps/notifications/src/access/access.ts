import type { Client } from "@connectrpc/connect";
import { AccessState, type OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { Failure, notFound } from "@parley/kernel";
import { RevalidatingCache } from "@parley/runtime";

/** Undefined: there is no such organization or document. */
type Entry = "open" | "disabled" | undefined;

interface Place {
  readonly apiKeyId: string;
  readonly organizationId: string;
}

const kept = 50_000;
// What is disabled must stop within 5 s in every process (issue of the operations 8 and 15; decisions, section 5).
const freshness = { maxAgeMs: 4_500, revalidateAfterMs: 2_000 };

/**
 * Whether users may enter organizations and documents. Answers are a few seconds old at most; while there is none the call fails as
 * `unavailable`. What does not exist is not remembered, so that it can be entered as soon as it does.
 */
export class Access {
  readonly #directory: Client<typeof OrganizationDirectoryService>;
  readonly #entries = new RevalidatingCache<NonNullable<Entry>>({ max: kept, ...freshness });

  constructor(directory: Client<typeof OrganizationDirectoryService>) {
    this.#directory = directory;
  }

  /** Fails with `permission_denied` (`access_disabled`) or `not_found` unless users may enter the document, or with an empty id the organization. */
  async require(place: Place, documentId: string): Promise<void> {
    const entry = (await this.entries(place, [documentId])).get(documentId);
    const what = documentId === "" ? `organization ${place.organizationId}` : `document ${documentId}`;
    if (entry === "disabled") throw new Failure("permission_denied", `The ${what} is disabled.`, { reason: "access_disabled" });
    if (entry === undefined) throw notFound(`The ${what} does not exist.`);
  }

  /** Asks anew about an API key's places, because they are known to have changed. */
  forget(apiKeyId: string): void {
    this.#entries.forget(apiKeyId);
  }

  /** Whether users may enter each of the documents. */
  async entries({ apiKeyId, organizationId }: Place, documentIds: Iterable<string>): Promise<ReadonlyMap<string, Entry>> {
    const question = new Question(this.#directory, { apiKeyId, organizationId });
    const wanted = [...new Set(documentIds)];
    const keyOf = (documentId: string) => `${apiKeyId}\0${organizationId}\0${documentId}`;
    const entries = await Promise.all(wanted.map((documentId) => this.#entries.get(keyOf(documentId), () => question.entryOf(documentId))));
    return new Map(wanted.map((documentId, index) => [documentId, entries[index]]));
  }
}

/** What one request has to ask, put into one RPC: everything that is asked for in the same turn. */
class Question {
  readonly #directory: Client<typeof OrganizationDirectoryService>;
  readonly #place: Place;
  #documentIds: string[] = [];
  #answer: Promise<readonly AccessState[]> | undefined;

  constructor(directory: Client<typeof OrganizationDirectoryService>, place: Place) {
    this.#directory = directory;
    this.#place = place;
  }

  async entryOf(documentId: string): Promise<Entry> {
    const index = this.#documentIds.push(documentId) - 1;
    this.#answer ??= this.#send();
    return entryOf((await this.#answer)[index]);
  }

  async #send(): Promise<readonly AccessState[]> {
    await Promise.resolve();
    const { apiKeyId, organizationId } = this.#place;
    const documentIds = this.#documentIds;
    this.#documentIds = [];
    this.#answer = undefined;
    const subjects = documentIds.map((documentId) => ({ organizationId, documentId }));
    return (await this.#directory.checkAccess({ apiKeyId, subjects })).states;
  }
}

function entryOf(state: AccessState | undefined): Entry {
  switch (state) {
    case AccessState.OPEN:
      return "open";
    case AccessState.DISABLED:
      return "disabled";
    case AccessState.NOT_FOUND:
      return undefined;
    default:
      throw new Error(`The organization directory answered the unknown access state ${state}.`);
  }
}
