import type { Client } from "@connectrpc/connect";
import { AccessState, type OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { Failure, notFound, questionTimeMs } from "@parley/kernel";
import { RevalidatingCache } from "@parley/runtime";

type Directory = Pick<Client<typeof OrganizationDirectoryService>, "checkAccess">;

interface Organization {
  readonly apiKeyId: string;
  readonly organizationId: string;
}

interface Document extends Organization {
  readonly documentId: string;
}

/** Whether users have access; undefined when there is no such document or organization. */
type DocumentState = "open" | "disabled" | undefined;

/** The cached state of a document, and its folders, innermost first (empty unless `withFolders`). */
interface Found {
  readonly state: NonNullable<DocumentState>;
  readonly folderIds: readonly string[];
}

// A place that is disabled must be closed within 5 s in every process.
const freshMs = 4_500;
const revalidateAfterMs = 2_000;
const mostCached = 50_000;

/**
 * Whether users have access to documents and organizations, at most a few seconds old, according to the organization directory. Fails with
 * `unavailable` when the directory does not respond and nothing recent is cached. The empty document id means the organization itself.
 */
export class DocumentAccess {
  readonly #directory: Directory;
  readonly #withFolders: boolean;
  readonly #states: RevalidatingCache<Found>;

  /** `withFolders` also loads the folders, for `foldersOf`. `maxAgeMs` is the maximum age of a state. */
  constructor(directory: Directory, { withFolders = false, maxAgeMs = freshMs } = {}) {
    this.#directory = directory;
    this.#withFolders = withFolders;
    this.#states = new RevalidatingCache({ max: mostCached, maxAgeMs, revalidateAfterMs });
  }

  /** Fails with `permission_denied` (`access_disabled`) while the document or its organization is disabled, with `not_found` unless both exist. */
  async requireOpen(document: Document): Promise<void> {
    const state = (await this.#found(document, document.documentId, this.#question(document)))?.state;
    if (state === undefined) throw notFound(missingMessage(document));
    if (state === "disabled") throw new Failure("permission_denied", accessDisabledMessage(document), { reason: "access_disabled" });
  }

  /** The states of the documents, fetched with at most one RPC. */
  async statesOf(organization: Organization, documentIds: Iterable<string>): Promise<ReadonlyMap<string, DocumentState>> {
    const question = this.#question(organization);
    const wanted = [...new Set(documentIds)];
    const found = await Promise.all(wanted.map((documentId) => this.#found(organization, documentId, question)));
    return new Map(wanted.map((documentId, index) => [documentId, found[index]?.state]));
  }

  /**
   * The folders of each document, innermost first, fetched with at most one RPC; empty for a document that does not exist. Needs
   * `withFolders`.
   */
  async foldersOf(organization: Organization, documentIds: Iterable<string>): Promise<ReadonlyMap<string, readonly string[]>> {
    const question = this.#question(organization);
    const wanted = [...new Set(documentIds)];
    const found = await Promise.all(wanted.map((documentId) => this.#found(organization, documentId, question)));
    return new Map(wanted.map((documentId, index) => [documentId, found[index]?.folderIds ?? []]));
  }

  /** Drops the cached states of an API key's documents after they have changed. */
  invalidate(apiKeyId: string): void {
    this.#states.invalidate(apiKeyId);
  }

  // No id contains the separator. A missing document is not cached: it may be used as soon as it was added.
  #found({ apiKeyId, organizationId }: Organization, documentId: string, question: Question): Promise<Found | undefined> {
    return this.#states.get(`${apiKeyId}\0${organizationId}\0${documentId}`, () => question.find(documentId));
  }

  #question(organization: Organization): Question {
    return new Question(this.#directory, organization, this.#withFolders);
  }
}

/** The documents of one RPC: all that are requested in the same turn of the event loop. */
class Question {
  readonly #directory: Directory;
  readonly #organization: Organization;
  readonly #withFolders: boolean;
  readonly #documentIds: string[] = [];
  #answer: ReturnType<Directory["checkAccess"]> | undefined;

  constructor(directory: Directory, organization: Organization, withFolders: boolean) {
    this.#directory = directory;
    this.#organization = organization;
    this.#withFolders = withFolders;
  }

  async find(documentId: string): Promise<Found | undefined> {
    const index = this.#documentIds.push(documentId) - 1;
    this.#answer ??= this.#ask();
    const { states, folderPaths } = await this.#answer;
    const state = documentState(states[index]);
    return state && { state, folderIds: folderPaths[index]?.folderIds ?? [] };
  }

  // A directory that hangs is treated as down: the call times out before the caller's own deadline.
  async #ask() {
    await Promise.resolve();
    const { apiKeyId, organizationId } = this.#organization;
    const subjects = this.#documentIds.map((documentId) => ({ organizationId, documentId }));
    return this.#directory.checkAccess({ apiKeyId, subjects, withFolders: this.#withFolders }, { timeoutMs: questionTimeMs() });
  }
}

function documentState(state: AccessState | undefined): DocumentState {
  switch (state) {
    case AccessState.OPEN:
      return "open";
    case AccessState.DISABLED:
      return "disabled";
    case AccessState.NOT_FOUND:
      return undefined;
    default:
      throw new Error(`The organization directory returned the unknown access state ${state}.`);
  }
}

/** The message for a missing document or, with an empty id, a missing organization. */
export function missingMessage({ organizationId, documentId }: Pick<Document, "organizationId" | "documentId">): string {
  if (documentId === "") return `The organization ${organizationId} does not exist.`;
  return `The document ${documentId} does not exist in the organization ${organizationId}.`;
}

/** The message for a disabled document or, with an empty id, a disabled organization. */
export function accessDisabledMessage({ organizationId, documentId }: Pick<Document, "organizationId" | "documentId">): string {
  return `Access to the ${documentId === "" ? "" : `document ${documentId} of the `}organization ${organizationId} is disabled.`;
}
