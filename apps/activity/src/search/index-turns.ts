import type { Db } from "@parley/database";
import { type Claim, claimIndexIn, claimIndexOf, type HeldIndex, selectStretchOfKeys } from "./search-keys.store.ts";

/** The index whose turn it is, claimed; or undefined, and whether no index has work. */
interface Turn {
  readonly held: HeldIndex | undefined;
  readonly isIdle: boolean;
}

/**
 * Which index has the next step: round robin in the order of the API keys. A round looks at so many of them at most, whatever their number;
 * where none of these has work, it is the turn of one that had work before.
 */
export class IndexTurns {
  readonly #keysAtOnce: number;
  readonly #busy = new Set<string>();
  #afterApiKeyId = "";

  constructor(keysAtOnce = 1_000) {
    this.#keysAtOnce = keysAtOnce;
  }

  async next(db: Db, claim: Claim): Promise<Turn> {
    const afterApiKeyId = this.#afterApiKeyId;
    const { last, isEnd } = await selectStretchOfKeys(db, afterApiKeyId, this.#keysAtOnce);
    const found = last === undefined ? undefined : await claimIndexIn(db, { afterApiKeyId, lastApiKeyId: last }, claim);
    this.#afterApiKeyId = found?.apiKeyId ?? (isEnd ? "" : (last ?? ""));
    const [busy] = this.#busy;
    const held = found ?? (busy === undefined ? undefined : await claimIndexOf(db, busy, claim));
    if (found === undefined && busy !== undefined) this.#busy.delete(busy);
    if (held !== undefined) this.#busy.add(held.apiKeyId);
    return { held, isIdle: held === undefined && isEnd && busy === undefined };
  }
}
