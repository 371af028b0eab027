import type { Database } from "@parley/database";
import type { JsonObject } from "@parley/kernel";
import { failpoint } from "@parley/messaging";
import type { Prepared } from "../../delivery/channel.ts";
import { ContactWays } from "../bodies/contact-ways.ts";
import { type Contact, completeProcessed, completeRaw, type ProcessedDraft } from "../bodies/drafts.ts";
import { bareUserIds, joinUsers, mayNameBareUsers } from "../bodies/join-users.ts";
import { noNames, type PlaceNames, placeKey } from "../bodies/place-names.ts";
import type { Profiles, StoredUsers } from "../bodies/stored-users.ts";
import { concluded } from "./attempt-delivery.ts";
import type { WebhookDelivery } from "./webhook-delivery.ts";
import { completeBodies } from "./webhook-leases.store.ts";
import { dropDeliveries, type WebhookOutcome } from "./webhook-outcomes.store.ts";
import type { ClaimedRow } from "./webhook-queue.store.ts";

// For how long an unavailable directory or users service delays an event; then it is sent without names, with users by their ids.
const patienceMs = 60_000;

/** The source of a body. */
type Draft = Pick<WebhookDelivery, "apiKeyId" | "organizationId" | "documentId" | "target" | "sequence" | "createdAtMs" | "body">;

interface Completed {
  readonly deliveries: readonly WebhookDelivery[];
  /** Deliveries whose names or users are unavailable now. */
  readonly later: readonly WebhookDelivery[];
}

/** Completes drafts at the first attempt, a batch at a time, and stores the bodies: from then on every attempt sends the same. */
export class BodyCompleter {
  readonly #database: Database;
  readonly #names: PlaceNames;
  readonly #users: StoredUsers;

  constructor(database: Database, names: PlaceNames, users: StoredUsers) {
    this.#database = database;
    this.#names = names;
    this.#users = users;
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
    const texts = await this.#textsOf(drafts);
    const open = new Map(
      [...texts].filter(([, text]) => mayNameBareUsers(text)).map(([row, text]) => [row, JSON.parse(text) as JsonObject]),
    );
    const profiles = open.size === 0 ? undefined : await this.#users.of(bareIdsOfKeys(open));
    const bodies = new Map<Row, string>();
    const later: Row[] = [];
    const late = new Set<string>();
    for (const row of drafts) {
      const body = late.has(orderKey(row)) ? undefined : completed(row, texts.get(row), open.get(row), profiles?.get(row.apiKeyId));
      if (body !== undefined) bodies.set(row, body);
      else {
        // What follows in the same document waits too: it would arrive before.
        late.add(orderKey(row));
        later.push(row);
      }
    }
    return { bodies, later };
  }

  /** The bodies with users as the events have them. Drafts whose names are unavailable now are missing. */
  async #textsOf<Row extends Draft>(drafts: readonly Row[]): Promise<ReadonlyMap<Row, string>> {
    const texts = new Map<Row, string>();
    const processed = new Map(
      drafts.filter(({ target }) => target === "processed").map((row) => [row, JSON.parse(row.body) as ProcessedDraft]),
    );
    const contacts = [...processed].flatMap(([row, { tagged, updated }]) =>
      [...tagged, ...updated].map((contact) => placeOf(row, contact)),
    );
    const raw = drafts.filter(({ target }) => target === "raw");
    const [names, ways] = await Promise.all([this.#names.of(raw), ContactWays.read(this.#database, contacts)]);
    for (const [row, draft] of processed)
      texts.set(
        row,
        completeProcessed(draft, row.sequence, (contact) => ways.of(row, contact)),
      );
    for (const row of raw) {
      const known = names.get(placeKey(row)) ?? (isOverdue(row) ? noNames : undefined);
      if (known !== undefined) texts.set(row, completeRaw(row.body, row.sequence, known));
    }
    return texts;
  }
}

function isOverdue({ createdAtMs }: Draft): boolean {
  return Date.now() - createdAtMs > patienceMs;
}

function orderKey(row: Draft): string {
  return `${row.target}\0${placeKey(row)}`;
}

/** The users, by API key, whom parsed bodies name by their ids alone. */
function bareIdsOfKeys(bodies: ReadonlyMap<Draft, JsonObject>): ReadonlyMap<string, ReadonlySet<string>> {
  const ids = new Map<string, Set<string>>();
  for (const [{ apiKeyId }, body] of bodies) ids.set(apiKeyId, new Set([...(ids.get(apiKeyId) ?? []), ...bareUserIds(body)]));
  return ids;
}

/** The body with its users described; undefined while that has to wait. */
function completed(row: Draft, text: string | undefined, open: JsonObject | undefined, profiles: Profiles | undefined): string | undefined {
  if (open === undefined) return text;
  if (profiles !== undefined) return JSON.stringify(joinUsers(open, profiles));
  return isOverdue(row) ? text : undefined;
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
