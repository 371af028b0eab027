import type { WatchChangesResponse } from "@parley/contracts/activity";

export interface FeedPage {
  readonly page: WatchChangesResponse;
  /** Up to which position there were no other changes. */
  readonly horizon: number;
}
