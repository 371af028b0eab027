import { ConcurrencyLimit } from "@parley/runtime";

const ofKey = { running: 2, waiting: 4 };
// A workspace may create any number of keys, so all its keys together get no more tests than two keys.
const ofWorkspace = { running: 4, waiting: 8 };

/**
 * Limits the concurrent tests of one kind: each may wait for an outside server as long as a delivery does, while a customer's request is
 * held. Further ones fail with `resource_exhausted`.
 */
export class TestTurns {
  readonly #ofKeys: ConcurrencyLimit;
  readonly #ofWorkspaces: ConcurrencyLimit;

  constructor(what: "test events" | "test mails") {
    this.#ofKeys = new ConcurrencyLimit({ ...ofKey, refusal: refusal(what, "API key", ofKey) });
    this.#ofWorkspaces = new ConcurrencyLimit({ ...ofWorkspace, refusal: refusal(what, "workspace", ofWorkspace) });
  }

  /** Runs the work in turn with other tests of its API key. */
  ofKey<Result>(apiKeyId: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    return inTurn(this.#ofKeys, apiKeyId, signal, work);
  }

  /** Runs the work in turn with other tests of its workspace. */
  ofWorkspace<Result>(workspaceId: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    return inTurn(this.#ofWorkspaces, workspaceId, signal, work);
  }
}

function refusal(what: string, whose: string, { running, waiting }: { running: number; waiting: number }): string {
  return `${running} ${what} of this ${whose} are being sent and ${waiting} are waiting. Try again.`;
}

async function inTurn<Result>(limit: ConcurrencyLimit, name: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  const giveBack = await limit.take(name, signal);
  try {
    return await work();
  } finally {
    giveBack();
  }
}
