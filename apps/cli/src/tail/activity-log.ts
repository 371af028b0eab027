import type { ActivitiesListItem, ActivitiesListRequest, Parley } from "@parley/sdk";

type Place = Pick<ActivitiesListRequest, "organizationId" | "documentId">;

// A record may appear with a time slightly in the past: that of the start of its transaction.
const overlapMs = 60_000;
const pageSize = 100;

/** Follows the activity log of a place: each record once, oldest first. Records imported with an older time are not shown. */
export class ActivityLog {
  readonly #parley: Parley;
  readonly #place: Place;
  readonly #sinceMs: number;
  readonly #seen = new Map<string, number>();
  #newestMs: number;

  constructor(parley: Parley, place: Place, sinceMs: number) {
    this.#parley = parley;
    this.#place = place;
    this.#sinceMs = sinceMs;
    this.#newestMs = sinceMs;
  }

  async read(): Promise<ActivitiesListItem[]> {
    const createdAfter = Math.max(this.#sinceMs, this.#newestMs - overlapMs);
    const found: ActivitiesListItem[] = [];
    for await (const activity of this.#parley.activities.list({ ...this.#place, createdAfter, pageSize })) {
      if (!this.#seen.has(activity.id)) found.push(activity);
    }
    for (const { id, timestamp } of found) {
      this.#seen.set(id, timestamp);
      this.#newestMs = Math.max(this.#newestMs, timestamp);
    }
    for (const [id, timestamp] of this.#seen) if (timestamp < this.#newestMs - 2 * overlapMs) this.#seen.delete(id);
    return found.sort((left, right) => left.timestamp - right.timestamp);
  }
}
