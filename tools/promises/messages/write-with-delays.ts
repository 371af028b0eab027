import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "@parley/database";
import { event } from "@parley/messaging";
import { messages, texts } from "../../bench/messaging-stage.ts";
import type { Random } from "../../storm/random.ts";

interface Written {
  /** Ids of events. */
  readonly committed: ReadonlySet<string>;
  readonly rolledBack: ReadonlySet<string>;
  readonly transactions: number;
}

interface WriteOptions {
  /** The number of commits. */
  readonly rows: number;
  /** The number of concurrent transactions. */
  readonly writers: number;
  readonly random: Random;
}

const keys = 1_000;
const rolledBackShare = 0.2;
const longShare = 0.03;
const eventsOfOne = [1, 6] as const;
const betweenEventsMs = [0, 30] as const;
const beforeCommitMs = [0, 100] as const;
const beforeLongCommitMs = [500, 3_000] as const;

class RolledBack extends Error {}

/** Runs transactions that number their events early and end at random times with a commit or a rollback. */
export async function writeWithDelays(database: Database, { rows, writers, random }: WriteOptions): Promise<Written> {
  const committed = new Set<string>();
  const rolledBack = new Set<string>();
  let transactions = 0;
  const newText = () => event(texts, { apiKeyId: "pk_promise", key: `document${random.between(1, keys)}`, message: { value: "text" } });

  const write = async () => {
    const events = Array.from({ length: random.between(...eventsOfOne) }, newText);
    const undone = random.chance(rolledBackShare);
    const bounds: readonly [number, number] = random.chance(longShare) ? beforeLongCommitMs : beforeCommitMs;
    const waitMs = random.between(...bounds);
    await database
      .transaction(async (tx) => {
        for (const each of events) {
          await messages.publish(tx, [each]);
          await delay(random.between(...betweenEventsMs));
        }
        await delay(waitMs);
        if (undone) throw new RolledBack();
      })
      .catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error;
      });
    for (const { id } of events) (undone ? rolledBack : committed).add(id);
    transactions++;
  };
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (committed.size < rows) await write();
    }),
  );
  return { committed, rolledBack, transactions };
}
