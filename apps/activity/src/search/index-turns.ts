import type { Db } from "@parley/database";
import { type Claim, claimIndexIn, claimIndexOf, type HeldIndex, selectStretchOfKeys } from "./search-keys.store.ts";

/** The result of choosing an index. */
interface Turn {
  /** The claimed index; undefined when none of the examined ones has work. */
  readonly held: HeldIndex | undefined;
  /** Whether all API keys were examined and no index is known to have work. */
  readonly isIdle: boolean;
}

/**
 * Chooses the index for the next step, round robin in the order of the API keys. One call examines at most `keysAtOnce` keys. If none of
 * them has work, an index that had work before gets the turn.
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
