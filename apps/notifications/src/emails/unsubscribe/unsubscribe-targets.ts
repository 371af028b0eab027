import type { Client } from "@connectrpc/connect";
import { AccessState, type OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import type { UsersService } from "@parley/contracts/users";
import type { Database } from "@parley/database";
import { documentSubject, type ErasureWork, organizationSubject, userSubject } from "@parley/erasure";
import { notFound } from "@parley/kernel";
import type { EmailConfigs } from "../config/email-configs.ts";
import type { UnsubscribeLinks, UnsubscribeTarget } from "./unsubscribe-links.ts";

interface TargetsOptions {
  readonly links: UnsubscribeLinks;
  readonly database: Database;
  readonly configs: EmailConfigs;
  readonly directory: Client<typeof OrganizationDirectoryService>;
  readonly users: Client<typeof UsersService>;
  readonly isErased: ErasureWork["isErased"];
}

const askTimeoutMs = 2_000;

/**
 * The targets of unsubscribe links. A link outlives its mail, in mailboxes from which nothing can be erased here: so it works only for
 * existing objects, and not for any that was erased since, even if its id is in use again.
 */
export class UnsubscribeTargets {
  readonly #options: TargetsOptions;

  constructor(options: TargetsOptions) {
    this.#options = options;
  }

  /** Fails with `not_found` for a link that was not issued here, or whose target no longer exists. */
  async of(token: string): Promise<UnsubscribeTarget> {
    const target = this.#options.links.open(token);
    if (target === undefined) throw notFound("This link was not issued by this installation.");
    const answers = await Promise.all([this.#hasApiKey(target), this.#hasPlace(target), this.#hasUser(target), this.#stands(target)]);
    if (answers.includes(false)) throw notFound("The document or recipient of this link no longer exists.");
    return target;
  }

  async #hasApiKey({ apiKeyId }: UnsubscribeTarget): Promise<boolean> {
    return (await this.#options.configs.ask(apiKeyId)) !== undefined;
  }

  async #hasPlace({ apiKeyId, organizationId, documentId }: UnsubscribeTarget): Promise<boolean> {
    const subjects = [{ organizationId, documentId }];
    const { states } = await this.#options.directory.checkAccess({ apiKeyId, subjects }, { timeoutMs: askTimeoutMs });
    return states[0] !== AccessState.NOT_FOUND;
  }

  async #hasUser({ apiKeyId, organizationId, userId }: UnsubscribeTarget): Promise<boolean> {
    const request = { apiKeyId, organizationId, userIds: [userId] };
    const { users } = await this.#options.users.resolveUsers(request, { timeoutMs: askTimeoutMs });
    return users.some((user) => user.userId === userId && user.exists);
  }

  async #stands({ apiKeyId, organizationId, documentId, userId, mailedAtMs }: UnsubscribeTarget): Promise<boolean> {
    const { database, isErased } = this.#options;
    const subjects = [organizationSubject(organizationId), documentSubject(documentId), userSubject(userId)];
    return !(await isErased(database, { apiKeyId, subjects, timeMs: mailedAtMs }));
  }
}
