import { isOutage } from "../../calls/retries.ts";
import type { Me } from "../../gen/browser.ts";
import type { Change, InboxEntry } from "../../gen/types.ts";
import type { ChangeStream } from "./change-stream.ts";
import type { Follower, Place } from "./follower.ts";
import { Store } from "./store.ts";

/** The state of a live inbox. */
export interface InboxState {
  /** The newest entries, at most 100. */
  readonly entries: readonly InboxEntry[];
  /** The number of unread entries among them. */
  readonly unread: number;
  readonly hasMore: boolean;
  readonly isLoaded: boolean;
  /** Why the inbox cannot be read. */
  readonly error: unknown;
}

export interface InboxSource {
  readonly place: Place;
  readonly stream: ChangeStream;
  readonly calls: Pick<Me, "getInbox" | "markInboxRead" | "markInboxUnread">;
  readonly userId: string;
}

interface Mark {
  readonly isRead: boolean;
  /** Whether the server has confirmed the mark: reads that begin afterwards contain it. */
  isStored: boolean;
}

const most = 100;
// A comment's inbox entry is created a moment after the comment is stored. The second read finds it if the first one came too early.
const entryMs = 300;
const secondLookMs = 1_500;
const leastRestMs = 1_000;
const pollMs = 30_000;
const empty: InboxState = { entries: [], unread: 0, hasMore: false, isLoaded: false, error: undefined };

/**
 * The user's inbox, newest first, kept up to date while it has a subscriber. It is read again after each change of a followed document that
 * concerns the user, and every half minute for changes elsewhere.
 */
export class LiveInbox extends Store<InboxState> implements Follower {
  readonly place: Place;
  readonly #source: InboxSource;
  /** The user's marks that the loaded entries may not contain yet. */
  readonly #marks = new Map<string, Mark>();
  #entries: readonly InboxEntry[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueAtMs = Number.POSITIVE_INFINITY;
  #readAtMs = 0;
  /** The numbers of the last read that began, and of the last one that is shown. */
  #begun = 0;
  #shown = 0;
  #looksAgain = false;
  #isOn = false;

  constructor(source: InboxSource) {
    super(empty);
    this.#source = source;
    this.place = source.place;
  }

  /** Marks entries as read or unread at once; the mark is undone if the request fails. */
  async mark(notificationIds: readonly string[], isRead = true): Promise<void> {
    const made: Mark = { isRead, isStored: false };
    for (const id of notificationIds) this.#marks.set(id, made);
    this.#show({});
    const { organizationId } = this.place;
    const { calls } = this.#source;
    try {
      const mark = isRead ? calls.markInboxRead : calls.markInboxUnread;
      (await mark.call(calls, { organizationId, notificationIds })).orThrow();
      made.isStored = true;
    } catch (error) {
      for (const id of notificationIds) if (this.#marks.get(id) === made) this.#marks.delete(id);
      this.#show({});
      throw error;
    }
    if (this.#isOn) this.#readWithin(0);
  }

  /** Marks all loaded entries as read. */
  async markAll(): Promise<void> {
    const unread = this.getSnapshot().entries.filter(({ isRead }) => !isRead);
    if (unread.length > 0) await this.mark(unread.map(({ notificationId }) => notificationId));
  }

  protected override start(): void {
    this.#isOn = true;
    this.#source.stream.add(this);
    this.#readWithin(0);
  }

  protected override stop(): void {
    this.#isOn = false;
    this.#source.stream.remove(this);
    clearTimeout(this.#timer);
    this.#dueAtMs = Number.POSITIVE_INFINITY;
  }

  begin(): void {
    this.#readWithin(0);
  }

  resume(): void {
    this.#readWithin(0);
  }

  interrupt(): void {
    // The inbox is polled without the stream too.
  }

  hear({ actionUser, thread }: Change): void {
    const { userId } = this.#source;
    const isConcerned = !thread || thread.involvedUserIds.includes(userId);
    if (actionUser?.userId === userId || !isConcerned) return;
    this.#looksAgain = true;
    this.#readWithin(entryMs);
  }

  /** Schedules a read, unless an earlier one is scheduled. */
  #readWithin(ms: number): void {
    const dueAtMs = Math.max(Date.now() + ms, this.#readAtMs + leastRestMs);
    if (dueAtMs >= this.#dueAtMs) return;
    this.#dueAtMs = dueAtMs;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#read(), dueAtMs - Date.now());
  }

  async #read(): Promise<void> {
    this.#readAtMs = Date.now();
    this.#dueAtMs = Number.POSITIVE_INFINITY;
    const reading = ++this.#begun;
    const stored = [...this.#marks].filter(([, { isStored }]) => isStored);
    try {
      const { data, nextPageToken } = await this.#source.calls.getInbox({ ...this.place, pageSize: most });
      // A newer read has already been shown.
      if (reading > this.#shown) {
        this.#shown = reading;
        this.#entries = data;
        for (const [id, made] of stored) if (this.#marks.get(id) === made) this.#marks.delete(id);
        this.#show({ hasMore: nextPageToken !== null, isLoaded: true, error: undefined });
      }
    } catch (error) {
      this.#show({ error });
      if (!isOutage(error)) return;
    }
    if (this.#isOn) this.#readWithin(this.#looksAgain ? secondLookMs : pollMs);
    this.#looksAgain = false;
  }

  #show(part: Partial<InboxState>): void {
    const entries = this.#entries.map((entry) => ({ ...entry, isRead: this.#marks.get(entry.notificationId)?.isRead ?? entry.isRead }));
    this.change({ ...part, entries, unread: entries.filter(({ isRead }) => !isRead).length });
  }
}
