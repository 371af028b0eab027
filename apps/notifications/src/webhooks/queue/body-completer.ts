import type { Database } from "@parley/database";
import { failpoint } from "@parley/messaging";
import type { Prepared } from "../../delivery/delivery.ts";
import { ContactWays } from "../bodies/contact-ways.ts";
import { type Contact, completeProcessed, completeRaw, type ProcessedDraft } from "../bodies/drafts.ts";
import { noNames, type PlaceNames, placeKey } from "../bodies/place-names.ts";
import { concluded } from "./attempt-delivery.ts";
import type { WebhookDelivery } from "./webhook-delivery.ts";
import { completeBodies } from "./webhook-leases.store.ts";
import { dropDeliveries, type WebhookOutcome } from "./webhook-outcomes.store.ts";
import type { ClaimedRow } from "./webhook-queue.store.ts";

// For how long an unavailable directory delays an event; then it is sent without names.
const patienceMs = 60_000;

/** The source of a body. */
type Draft = Pick<WebhookDelivery, "apiKeyId" | "organizationId" | "documentId" | "target" | "sequence" | "createdAtMs" | "body">;

interface Completed {
  readonly deliveries: readonly WebhookDelivery[];
  /** Deliveries whose names are unavailable now. */
  readonly later: readonly WebhookDelivery[];
}

/** Completes drafts at the first attempt, a batch at a time, and stores the bodies: from then on every attempt sends the same. */
export class BodyCompleter {
  readonly #database: Database;
  readonly #names: PlaceNames;

  constructor(database: Database, names: PlaceNames) {
    this.#database = database;
    this.#names = names;
  }

  /** Deliveries that another process has taken over are in neither list. Keeps the order. */
  async complete(rows: readonly WebhookDelivery[]): Promise<Completed> {
    const drafts = rows.filter(({ isDraft }) => isDraft);
    if (drafts.length === 0) return { deliveries: rows, later: [] };
    const { bodies, later } = await this.#bodiesOf(drafts);
    const stored = await this.#store(bodies);
    const deliveries = rows.flatMap((row) => {
      if (!row.isDraft) return [row];
      const body = bodies.get(row);
      return body !== undefined && stored.has(row.deliveryId) ? [{ ...row, body }] : [];
    });
    return { deliveries, later };
  }

  /** The bodies that drafts would have now, for people who read them; they are not stored. */
  async preview<Shown extends Draft>(drafts: readonly Shown[]): Promise<ReadonlyMap<Shown, string>> {
    return (await this.#bodiesOf(drafts)).bodies;
  }

  async #store(bodies: ReadonlyMap<WebhookDelivery, string>): Promise<ReadonlySet<number>> {
    if (bodies.size === 0) return new Set();
    const stored = await completeBodies(
      this.#database,
      [...bodies].map(([row, body]) => ({ ...row, body })),
    );
    failpoint("webhook.after-bodies");
    return stored;
  }

  async #bodiesOf<Row extends Draft>(drafts: readonly Row[]): Promise<{ bodies: ReadonlyMap<Row, string>; later: Row[] }> {
    const bodies = new Map<Row, string>();
    const later: Row[] = [];
    const processed = new Map(
      drafts.filter(({ target }) => target === "processed").map((row) => [row, JSON.parse(row.body) as ProcessedDraft]),
    );
    const contacts = [...processed].flatMap(([row, { tagged, updated }]) =>
      [...tagged, ...updated].map((contact) => placeOf(row, contact)),
    );
    const raw = drafts.filter(({ target }) => target === "raw");
    const [names, ways] = await Promise.all([this.#names.of(raw), ContactWays.read(this.#database, contacts)]);
    for (const [row, draft] of processed)
      bodies.set(
        row,
        completeProcessed(draft, row.sequence, (contact) => ways.of(row, contact)),
      );
    for (const row of raw) {
      const known = names.get(placeKey(row)) ?? (Date.now() - row.createdAtMs > patienceMs ? noNames : undefined);
      if (known === undefined) later.push(row);
      else bodies.set(row, completeRaw(row.body, row.sequence, known));
    }
    return { bodies, later };
  }
}

function placeOf({ apiKeyId, organizationId, documentId }: Draft, { user }: Contact) {
  return { apiKeyId, organizationId, documentId, userId: user.userId };
}

const laterMs = 1_000;

/** Removes what cannot be sent and completes the bodies of the others. */
export async function prepareDeliveries(
  database: Database,
  bodies: BodyCompleter,
  rows: readonly ClaimedRow[],
): Promise<Prepared<ClaimedRow, WebhookDelivery, WebhookOutcome>> {
  const removed = rows.filter(({ webhookId }) => webhookId === null);
  if (removed.length > 0) await dropDeliveries(database, removed);
  // The payload was erased: nothing is left to send.
  const erased = rows.filter(({ webhookId, body }) => webhookId !== null && body === null);
  const { deliveries, later } = await bodies.complete(rows.filter(isCarrying));
  return {
    ready: deliveries,
    waiting: later.map((row) => ({ row, delayMs: laterMs })),
    outcomes: erased.map((row) => concluded(row, "failed")),
  };
}

function isCarrying(row: ClaimedRow): row is WebhookDelivery {
  return row.webhookId !== null && row.body !== null;
}
