import { ConfigsService, type KeyRetention as KeptDays } from "@parley/contracts/workspace";
import { PollLoop } from "@parley/messaging";
import type { Host } from "@parley/runtime";
import { type KeyAge, KeyRetention } from "./key-retention.ts";

interface OldRows {
  /** The rows' name in log lines. */
  readonly what: string;
  /** The number of days for which a key keeps the rows; undefined when the installation's retention applies. */
  readonly daysOf: (kept: KeptDays) => number | undefined;
  /** Removes at most `limit` rows of each key that are older than its age, by one statement; returns how many, by key. */
  readonly remove: (keys: readonly KeyAge[], limit: number) => Promise<ReadonlyMap<string, number>>;
}

const dayMs = 86_400_000;
const restMs = 3_600_000;
// The pause while there is more to remove.
const pauseMs = 100;

/**
 * Removes rows that are older than the retention of their API key, once an hour while the process runs. Nothing is removed while the
 * workspace service does not respond with the retentions.
 */
export function removeOldOfKeys(host: Host, { what, daysOf, remove }: OldRows): void {
  const configs = host.client(ConfigsService);
  const list = async (pageToken: string) => {
    const { retentions, nextPageToken } = await configs.listKeyRetentions({ pageToken });
    const keys = retentions.flatMap(({ apiKeyId, retention }) => {
      const days = retention && daysOf(retention);
      return days === undefined ? [] : [{ apiKeyId, ageMs: days * dayMs }];
    });
    return { keys, nextPageToken };
  };
  const retention = new KeyRetention({ list, remove });
  const loop = new PollLoop(host.log, `Removing old ${what} of API keys`, async () => {
    return { ms: (await retention.round()) === "more" ? pauseMs : restMs, interruptible: false };
  });
  host.onStart(async () => loop.start());
  host.onStop(() => loop.stop());
}
