import { type DataKey, dataKeyVersionOf, type MasterKeys, openText, type SealedPlace, SealingError, sealText } from "./sealing.ts";

export interface WrappedDataKey {
  readonly version: number;
  /** The result of `MasterKeys.wrap`. */
  readonly wrapped: string;
}

/** A service's store of wrapped data keys. */
export interface DataKeySource {
  /** The newest data key of a workspace, or undefined when it has none. */
  newest(workspaceId: string): Promise<WrappedDataKey | undefined>;
  ofVersion(workspaceId: string, version: number): Promise<WrappedDataKey | undefined>;
}

/**
 * Seals and opens the secrets of workspaces. Unwrapped data keys are cached, the least recently used evicted first, so that opening asks
 * the source once per key; a version always means the same key, so the cache is never stale. Sealing asks each time for the newest version:
 * it is rare, and a rotation applies from the next secret on.
 */
export class Sealer {
  readonly #masterKeys: MasterKeys;
  readonly #source: DataKeySource;
  readonly #maxKept: number;
  readonly #kept = new Map<string, DataKey>();

  constructor(masterKeys: MasterKeys, source: DataKeySource, maxKept: number) {
    this.#masterKeys = masterKeys;
    this.#source = source;
    this.#maxKept = maxKept;
  }

  async seal(workspaceId: string, place: SealedPlace, secret: string): Promise<string> {
    const newest = await this.#source.newest(workspaceId);
    return sealText(this.#unwrap(workspaceId, newest, "newest"), place, secret);
  }

  /** Fails with `SealingError` when the text was not sealed for this very place. */
  async open(workspaceId: string, place: SealedPlace, sealed: string): Promise<string> {
    const version = dataKeyVersionOf(sealed);
    const kept = this.#kept.get(nameOf(workspaceId, version));
    const dataKey = kept ?? this.#unwrap(workspaceId, await this.#source.ofVersion(workspaceId, version), String(version));
    this.#keep(dataKey);
    return openText(dataKey, place, sealed);
  }

  #unwrap(workspaceId: string, found: WrappedDataKey | undefined, version: string): DataKey {
    if (found === undefined) throw new SealingError(`The workspace ${workspaceId} has no data key of version ${version}.`);
    return this.#masterKeys.unwrap(workspaceId, found.version, found.wrapped);
  }

  // A map iterates in the order of insertion: its first entry is the least recently used.
  #keep(dataKey: DataKey): void {
    const name = nameOf(dataKey.workspaceId, dataKey.version);
    this.#kept.delete(name);
    this.#kept.set(name, dataKey);
    if (this.#kept.size <= this.#maxKept) return;
    for (const oldest of this.#kept.keys()) {
      this.#kept.delete(oldest);
      return;
    }
  }
}

function nameOf(workspaceId: string, version: number): string {
  return `${version} ${workspaceId}`;
}
