import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Caller } from "../../installation/caller.ts";

interface Place {
  readonly customer: Caller;
  readonly apiKey: string;
  readonly organizationId: string;
  readonly databaseUrl: string;
}

// The fraction of writers that hold their transactions open, so that the earliest ones often commit last.
const directShare = 1 / 8;
const openMs = [0, 400] as const;
const pauseMs = [200, 1_500] as const;
const rolledBackShare = 0.2;
const answeredWithinMs = 10_000;

/** Writers of one API key's log. Each record has a unique id, whether it is stored or not. */
export class FeedWriters {
  readonly #place: Place;
  #attempts = 0;

  constructor(place: Place) {
    this.#place = place;
  }

  /** Writes until the signal; returns the number of attempts. */
  async write(writers: number, stopping: AbortSignal): Promise<number> {
    const direct = Math.round(writers * directShare);
    await Promise.all(
      Array.from({ length: writers }, async (_, number) => {
        while (!stopping.aborted) {
          this.#attempts++;
          // A failed write is not retried.
          await (number < direct ? this.#directly() : this.#throughTheApi()).catch(() => undefined);
          await delay(between(pauseMs));
        }
      }),
    );
    return this.#attempts;
  }

  async #throughTheApi(): Promise<void> {
    const { customer, organizationId } = this.#place;
    const activities = [{ id: randomUUID(), documentId: "welcome", featureType: "proof", actionType: "proof.write" }];
    await customer.post("/v2/activities/add", { organizationId, activities }, answeredWithinMs);
  }

  async #directly(): Promise<void> {
    const { apiKey, organizationId, databaseUrl } = this.#place;
    const client = new pg.Client({ connectionString: databaseUrl, query_timeout: answeredWithinMs });
    client.on("error", () => undefined);
    await client.connect();
    try {
      await client.query("begin");
      await client.query(
        `insert into activity.activities (api_key_id, organization_id, activity_id, document_id, feature_type, action_type, immutable)
         values ($1, $2, $3, 'welcome', 'proof', 'proof.write', false)`,
        [apiKey, organizationId, randomUUID()],
      );
      await delay(between(openMs));
      await client.query(Math.random() < rolledBackShare ? "rollback" : "commit");
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

function between([least, most]: readonly [number, number]): number {
  return least + Math.random() * (most - least);
}
