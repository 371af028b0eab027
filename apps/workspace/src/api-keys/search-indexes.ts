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

/** The progress of API keys' search indexes, from the activity service. */
export class SearchIndexes {
  readonly #activity: Ask | undefined;

  /** Without the activity service, which is optional, the state is unknown. */
  constructor(activity: Ask | undefined) {
    this.#activity = activity;
  }

  /** Undefined when the answer takes longer than a second: a key's options do not wait longer for it. */
  async of(apiKeyId: string): Promise<{ state: string; percent: number } | undefined> {
    try {
      const index = await this.#activity?.getSearchIndex({ apiKeyId }, { timeoutMs: Math.min(1_000, questionTimeMs()) });
      return index === undefined ? undefined : { state: states[index.state], percent: index.percent };
    } catch {
      return undefined;
    }
  }
}
