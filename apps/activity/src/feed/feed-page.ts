import type { WatchChangesResponse } from "@parley/contracts/activity";

export interface FeedPage {
  readonly page: WatchChangesResponse;
  /** The position up to which there were no other changes. */
  readonly horizon: number;
}
