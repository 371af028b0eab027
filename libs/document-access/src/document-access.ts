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

/** A folder that contains a document. */
interface Folder {
  readonly folderId: string;
  readonly createdAtMs: number;
}

/** A document, or an organization as a whole. */
export interface FoundPlace {
  readonly state: NonNullable<DocumentState>;
  /** Innermost first; empty unless `withPaths`. */
  readonly folders: readonly Folder[];
  /** When it was created, by the clock of the directory's database. Undefined unless `withPaths`. */
  readonly createdAtMs: number | undefined;
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
  readonly #withPaths: boolean;
  readonly #states: RevalidatingCache<FoundPlace>;
  /** The RPCs that are not sent yet, by organization. */
  readonly #questions = new Map<string, Question>();

  /** `withPaths` also loads folders and times, for `placesOf`. `maxAgeMs` is the maximum age of a state. */
  constructor(directory: Directory, { withPaths = false, maxAgeMs = freshMs } = {}) {
    this.#directory = directory;
    this.#withPaths = withPaths;
    this.#states = new RevalidatingCache({ max: mostCached, maxAgeMs, revalidateAfterMs });
  }

  /** Fails with `permission_denied` (`access_disabled`) while the document or its organization is disabled, with `not_found` unless both exist. */
  async requireOpen(document: Document): Promise<void> {
    const state = (await this.#found(document, document.documentId))?.state;
    if (state === undefined) throw notFound(missingMessage(document));
    if (state === "disabled") throw new Failure("permission_denied", accessDisabledMessage(document), { reason: "access_disabled" });
  }

  /** The states of the documents, fetched with one RPC per organization for all callers in the same turn of the event loop. */
  async statesOf(organization: Organization, documentIds: Iterable<string>): Promise<ReadonlyMap<string, DocumentState>> {
    const wanted = [...new Set(documentIds)];
    const found = await Promise.all(wanted.map((documentId) => this.#found(organization, documentId)));
    return new Map(wanted.map((documentId, index) => [documentId, found[index]?.state]));
  }

  /** The documents that exist, with folders and times, fetched like the states. Needs `withPaths`. */
  async placesOf(organization: Organization, documentIds: Iterable<string>): Promise<ReadonlyMap<string, FoundPlace | undefined>> {
    const wanted = [...new Set(documentIds)];
    const found = await Promise.all(wanted.map((documentId) => this.#found(organization, documentId)));
    return new Map(wanted.map((documentId, index) => [documentId, found[index]]));
  }

  /** As `placesOf`, as they are now, whatever is cached; what is cached is replaced. */
  async currentPlacesOf(organization: Organization, documentIds: readonly string[]): Promise<ReadonlyMap<string, FoundPlace | undefined>> {
    const found = await Promise.all(documentIds.map((documentId) => this.#renewed(organization, documentId)));
    return new Map(documentIds.map((documentId, index) => [documentId, found[index]]));
  }

  /** Drops the cached states of an API key's documents after they have changed. */
  invalidate(apiKeyId: string): void {
    this.#states.invalidate(apiKeyId);
  }

  // No id contains the separator. A missing document is not cached: it may be used as soon as it was added.
  #found({ apiKeyId, organizationId }: Organization, documentId: string): Promise<FoundPlace | undefined> {
    const name = `${apiKeyId}\0${organizationId}`;
    return this.#states.get(`${name}\0${documentId}`, () => this.#question(name, { apiKeyId, organizationId }).find(documentId));
  }

  #renewed({ apiKeyId, organizationId }: Organization, documentId: string): Promise<FoundPlace | undefined> {
    const name = `${apiKeyId}\0${organizationId}`;
    return this.#states.renewed(`${name}\0${documentId}`, () => this.#question(name, { apiKeyId, organizationId }).find(documentId));
  }

  #question(name: string, organization: Organization): Question {
    const known = this.#questions.get(name);
    if (known?.hasRoom) return known;
    const question = new Question(async (documentIds) => {
      await Promise.resolve();
      if (this.#questions.get(name) === question) this.#questions.delete(name);
      return this.#ask(organization, documentIds);
    });
    this.#questions.set(name, question);
    return question;
  }

  // A directory that hangs is treated as down: the caller learns that before its own time is over.
  #ask({ apiKeyId, organizationId }: Organization, documentIds: readonly string[]) {
    const subjects = documentIds.map((documentId) => ({ organizationId, documentId }));
    const withFolders = this.#withPaths;
    const withTimes = this.#withPaths;
    return this.#directory.checkAccess({ apiKeyId, subjects, withFolders, withTimes }, { timeoutMs: questionTimeMs() });
  }
}

// The maximum of one RPC.
const mostSubjects = 1_000;

/** One RPC: all documents of an organization that are requested in the same turn of the event loop. */
class Question {
  readonly #ask: (documentIds: readonly string[]) => ReturnType<Directory["checkAccess"]>;
  readonly #documentIds: string[] = [];
  #answer: ReturnType<Directory["checkAccess"]> | undefined;

  /** `ask` waits for the end of the turn before it reads the documents. */
  constructor(ask: (documentIds: readonly string[]) => ReturnType<Directory["checkAccess"]>) {
    this.#ask = ask;
  }

  get hasRoom(): boolean {
    return this.#documentIds.length < mostSubjects;
  }

  async find(documentId: string): Promise<FoundPlace | undefined> {
    const index = this.#documentIds.push(documentId) - 1;
    this.#answer ??= this.#ask(this.#documentIds);
    const { states, folderPaths, times } = await this.#answer;
    const state = documentState(states[index]);
    if (state === undefined) return undefined;
    const { folderIds = [], createdAtMs = [] } = folderPaths[index] ?? {};
    const created = documentId === "" ? times[index]?.organizationCreatedAtMs : times[index]?.documentCreatedAtMs;
    const folders = folderIds.map((folderId, at) => ({ folderId, createdAtMs: Number(createdAtMs[at]) }));
    return { state, folders, createdAtMs: created === undefined ? undefined : Number(created) };
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
