import type { Client } from "@connectrpc/connect";
import { AccessState, type OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { Failure, notFound, questionTimeMs } from "@parley/kernel";
import { RevalidatingCache } from "@parley/runtime";
import type { DocumentScope, OrganizationScope } from "../places/scope.ts";

type Directory = Pick<Client<typeof OrganizationDirectoryService>, "checkAccess">;

// Operations 8 and 15 take effect in every process within 5 s.
const freshness = { maxAgeMs: 4_500, revalidateAfterMs: 2_000 };
// A directory that hangs is one that does not answer: the caller learns that before it gives up.
const kept = 50_000;

/** What the organization directory knows of places. Fails as `unavailable` when it cannot be asked and was not asked a moment ago. */
export class Access {
  readonly #directory: Directory;
  readonly #states = new RevalidatingCache<AccessState>({ max: kept, ...freshness });

  constructor(directory: Directory) {
    this.#directory = directory;
  }

  /**
   * Passes when users may read and write in the document now, as far as it was known a few seconds ago. Fails with `permission_denied`
   * (`access_disabled`) while the document or its organization is disabled, with `not_found` when one of them does not exist.
   */
  async requireOpen({ apiKeyId, organizationId, documentId }: DocumentScope): Promise<void> {
    // No id contains the separator. What does not exist is not kept: a document may be used as soon as it was added.
    const state = await this.#states.get(`${apiKeyId}\0${organizationId}\0${documentId}`, async () => {
      const [now] = await this.#ask({ apiKeyId, organizationId }, [documentId]);
      return now === AccessState.OPEN || now === AccessState.DISABLED ? now : undefined;
    });
    if (state === undefined) throw notFound(`The document ${documentId} does not exist in the organization ${organizationId}.`);
    if (state !== AccessState.OPEN) {
      const message = `The access of users to the document ${documentId} of the organization ${organizationId} is disabled.`;
      throw new Failure("permission_denied", message, { reason: "access_disabled" });
    }
  }

  /** Asks anew about an API key's places, because they are known to have changed. */
  forget(apiKeyId: string): void {
    this.#states.forget(apiKeyId);
  }

  /** Which of the documents exist at this moment, disabled or not. The empty id stands for the organization itself. */
  async existing(scope: OrganizationScope, documentIds: readonly string[]): Promise<Set<string>> {
    const states = await this.#ask(scope, documentIds);
    return new Set(documentIds.filter((_, index) => states[index] === AccessState.OPEN || states[index] === AccessState.DISABLED));
  }

  /**
   * Up to when, in ms, what was written in each of the documents belongs to one of the same id that was deleted and is being removed; 0 where nothing
   * does. The empty id stands for the organization itself.
   */
  async removedUntil({ apiKeyId, organizationId }: OrganizationScope, documentIds: readonly string[]): Promise<number[]> {
    const subjects = documentIds.map((documentId) => ({ organizationId, documentId }));
    const answer = await this.#directory.checkAccess({ apiKeyId, subjects, withRemovals: true }, { timeoutMs: questionTimeMs() });
    return documentIds.map((_, index) => Number(answer.removedUntilMs[index] ?? 0n));
  }

  async #ask({ apiKeyId, organizationId }: OrganizationScope, documentIds: readonly string[]): Promise<AccessState[]> {
    const subjects = documentIds.map((documentId) => ({ organizationId, documentId }));
    return (await this.#directory.checkAccess({ apiKeyId, subjects }, { timeoutMs: questionTimeMs() })).states;
  }
}
