import type { Client } from "@connectrpc/connect";
import type { NotificationsService } from "@parley/contracts/notifications";
import { questionTimeMs } from "@parley/kernel";

type Ask = Pick<Client<typeof NotificationsService>, "listUnreadThreads">;

interface Reader {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly userId: string;
}

/** The ids of unread threads by document. */
type Unread = ReadonlyMap<string, readonly string[]>;

// After the service did not respond, it is not asked again for this long.
const awayMs = 2_000;

/** The threads that a user has not read according to the user's inbox. */
export class UnreadThreads {
  readonly #notifications: Ask | undefined;
  #awayUntilMs = 0;

  /** A process may run without the notifications service; nothing is known then. */
  constructor(notifications: Ask | undefined) {
    this.#notifications = notifications;
  }

  /** Undefined when the answer does not arrive within a second, so that counts do not wait longer. */
  async of(reader: Reader, documentIds: readonly string[]): Promise<Unread | undefined> {
    if (this.#notifications === undefined || performance.now() < this.#awayUntilMs) return undefined;
    try {
      const options = { timeoutMs: Math.min(1_000, questionTimeMs()) };
      const { apiKeyId, organizationId, userId } = reader;
      const request = { apiKeyId, organizationId, userId, documentIds: [...documentIds] };
      const { threads } = await this.#notifications.listUnreadThreads(request, options);
      const ofDocuments = Map.groupBy(threads, ({ documentId }) => documentId);
      return new Map(documentIds.map((id) => [id, (ofDocuments.get(id) ?? []).map(({ annotationId }) => annotationId)]));
    } catch {
      this.#awayUntilMs = performance.now() + awayMs;
      return undefined;
    }
  }
}
