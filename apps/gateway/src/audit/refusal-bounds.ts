import { TokenBuckets } from "../rates/token-buckets.ts";

const ofWorkspace = { perSecond: 0.5, capacity: 30 };
const ofAll = { perSecond: 20, capacity: 200 };

/**
 * How many refusals are recorded: about thirty a minute of one workspace, for all workspaces not many more. A stranger who names a workspace, or
 * a token that may do little, writes into its audit log with each of them.
 */
export class RefusalBounds {
  readonly #workspaces = new TokenBuckets(ofWorkspace);
  readonly #all = new TokenBuckets(ofAll);

  admits(workspaceId: string): boolean {
    return this.#workspaces.take(workspaceId) && this.#all.take("");
  }
}
