import { TokenBuckets } from "../rates/token-buckets.ts";

const ofWorkspace = { perSecond: 0.5, capacity: 30 };
const ofAll = { perSecond: 20, capacity: 200 };

/**
 * Bounds the recorded refusals: about thirty a minute for one workspace, and not many more for all together. Without it, anybody who names
 * a workspace, or holds a token with few rights, could fill its audit log.
 */
export class RefusalBounds {
  readonly #workspaces = new TokenBuckets(ofWorkspace);
  readonly #all = new TokenBuckets(ofAll);

  admits(workspaceId: string): boolean {
    return this.#workspaces.take(workspaceId) && this.#all.take("");
  }
}
