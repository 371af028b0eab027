import type { Client } from "@connectrpc/connect";
import { type ActivityService, SearchIndexState } from "@parley/contracts/activity";
import { questionTimeMs } from "@parley/kernel";

type Ask = Pick<Client<typeof ActivityService>, "getSearchIndex">;

const states: Readonly<Record<SearchIndexState, string>> = {
  [SearchIndexState.UNSPECIFIED]: "none",
  [SearchIndexState.NONE]: "none",
  [SearchIndexState.INDEXING]: "indexing",
  [SearchIndexState.READY]: "ready",
  [SearchIndexState.LEAVING]: "leaving",
};

/** How far the search indexes of API keys are, which the activity service keeps. */
export class SearchIndexes {
  readonly #activity: Ask | undefined;

  /** Without the service, which a process may do without, nothing is known. */
  constructor(activity: Ask | undefined) {
    this.#activity = activity;
  }

  /** Undefined while that cannot be known within a second: the options of a key do not wait longer for it. */
  async of(apiKeyId: string): Promise<{ state: string; percent: number } | undefined> {
    try {
      const index = await this.#activity?.getSearchIndex({ apiKeyId }, { timeoutMs: Math.min(1_000, questionTimeMs()) });
      return index === undefined ? undefined : { state: states[index.state], percent: index.percent };
    } catch {
      return undefined;
    }
  }
}
