import { limitFor } from "@parley/kernel";
import { type Credential, limitsOf, scopeOf } from "../credentials/credential.ts";
import { HttpFailure } from "../errors/http-failure.ts";

interface InFlightOptions {
  /** Most at the same time. */
  readonly most: number;
  /** Most of one API key (of a workspace's own requests, of the operator). */
  readonly mostPerKey: number;
  /** What they are called; requests unless given. */
  readonly what?: string;
  /** The limit that a key may have of its own; none when absent. */
  readonly ownLimit?: "streams";
}

/** What was taken is given back by calling it, once. */
export type GiveBack = () => void;

// Who holds less than this part of a key's share is not refused for holding most: with many callers anybody may be the one who does.
const smallPart = 0.1;

/**
 * Requests that are worked on at the same time. No API key gets more than its share. Once half of all places are taken, the workspace that holds
 * most gets no more either, so that many keys of one customer do not take the places of the others.
 */
export class InFlight {
  readonly #options: InFlightOptions;
  readonly #ofKeys = new Map<string, number>();
  readonly #ofWorkspaces = new Map<string, number>();
  #total = 0;

  constructor(options: InFlightOptions) {
    this.#options = options;
  }

  /** Takes a place. Fails with RESOURCE_EXHAUSTED, at once. */
  enter(credential: Credential): GiveBack {
    const { most, mostPerKey: ofEveryKey, what = "requests", ownLimit } = this.#options;
    const key = scopeOf(credential);
    const mostPerKey = ownLimit === undefined ? ofEveryKey : limitFor(limitsOf(credential)[ownLimit], ofEveryKey);
    const workspace = credential.level === "admin" ? key : credential.workspaceId;
    if ((this.#ofKeys.get(key) ?? 0) >= mostPerKey) {
      throw new HttpFailure("resource_exhausted", `${mostPerKey} ${what} of ${key} are running already, as many as may. Try again.`);
    }
    if (this.#total >= most || (this.#total >= most / 2 && this.#holdsMost(workspace))) {
      throw new HttpFailure("resource_exhausted", "The service has too much to do right now. Try again.");
    }
    this.#add(key, workspace, 1);
    return () => this.#add(key, workspace, -1);
  }

  #holdsMost(workspace: string): boolean {
    const held = this.#ofWorkspaces.get(workspace) ?? 0;
    return held >= this.#options.mostPerKey * smallPart && held >= Math.max(...this.#ofWorkspaces.values());
  }

  #add(key: string, workspace: string, change: 1 | -1): void {
    this.#total += change;
    addTo(this.#ofKeys, key, change);
    addTo(this.#ofWorkspaces, workspace, change);
  }
}

function addTo(counts: Map<string, number>, name: string, change: number): void {
  const count = (counts.get(name) ?? 0) + change;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}
