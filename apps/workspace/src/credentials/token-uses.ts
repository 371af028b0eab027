import type { Database } from "@parley/database";
import { PollLoop } from "@parley/messaging";
import type { Host } from "@parley/runtime";
import { setTokensUsed } from "./token-uses.store.ts";

interface Use {
  readonly isApiKey: boolean;
  /** The API key or the workspace. */
  readonly principalId: string;
  readonly tokenId: string;
}

const writtenAgainAfterMs = 60_000;
const mostKnown = 20_000;

/** The tokens that were presented. Noting one never waits; each is recorded once a minute at most. */
export class TokenUses {
  readonly #now: () => number;
  readonly #noted = new Map<string, number>();
  readonly #waiting: Use[] = [];

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  note(use: Use): void {
    const key = `${use.principalId} ${use.tokenId}`;
    const now = this.#now();
    if (now - (this.#noted.get(key) ?? Number.NEGATIVE_INFINITY) < writtenAgainAfterMs) return;
    if (this.#noted.size >= mostKnown) this.#noted.clear();
    this.#noted.set(key, now);
    if (this.#waiting.length < mostKnown) this.#waiting.push(use);
  }

  /** The uses noted since the last call. */
  take(): Use[] {
    return this.#waiting.splice(0);
  }
}

/** Records when tokens were last used, while the process runs. */
export function writeTokenUses(host: Host, database: Database, uses: TokenUses, everyMs: number): void {
  const write = async () => {
    const taken = uses.take();
    if (taken.length > 0) await setTokensUsed(database, taken);
  };
  const loop = new PollLoop(host.log, "Recording the use of tokens", async () => {
    await write();
    return { ms: everyMs, interruptible: false };
  });
  host.onStart(async () => loop.start());
  host.onStop(async () => {
    await loop.stop();
    await write();
  });
}
