import type { Database } from "@parley/database";
import type { JsonObject } from "@parley/kernel";
import { failpoint } from "@parley/messaging";
import { readStoredEvent } from "../../triggers/trigger-event.ts";
import { bodyOf, type Contact } from "../bodies/body-of.ts";
import { ContactWays } from "../bodies/contact-ways.ts";
import { bareUserIds, joinUsers } from "../bodies/join-users.ts";
import { bodyOfDraft } from "../bodies/older-drafts.ts";
import { noNames, type PlaceNames, placeKey } from "../bodies/place-names.ts";
import type { Profiles, StoredUsers } from "../bodies/stored-users.ts";
import { storeBodies } from "./webhook-bodies.store.ts";
import type { WebhookDelivery } from "./webhook-delivery.ts";

// ms for which an unavailable directory or users service delays an event; then it is sent without names, and with users by id.
const patienceMs = 60_000;

/** A delivery whose body is not built yet. */
type Unbuilt = Pick<
  WebhookDelivery,
  "apiKeyId" | "organizationId" | "documentId" | "target" | "payload" | "webhookId" | "sequence" | "createdAtMs" | "event" | "body"
>;

interface Built {
  readonly deliveries: readonly WebhookDelivery[];
  /** Deliveries whose names or users are unavailable now. */
  readonly later: readonly WebhookDelivery[];
}

/**
 * Builds bodies from the stored events at the first attempt, batch by batch, and stores them in place of the events: names, users and
 * configs change, but every attempt has to send the same body.
 */
export class BodyBuilder {
  readonly #database: Database;
  readonly #names: PlaceNames;
  readonly #users: StoredUsers;

  constructor(database: Database, names: PlaceNames, users: StoredUsers) {
    this.#database = database;
    this.#names = names;
    this.#users = users;
  }

  /**
   * Deliveries whose body could not be stored, because another process owns them or they were changed or erased, are in neither list. Keeps
   * the order.
   */
  async build(rows: readonly WebhookDelivery[]): Promise<Built> {
    const unbuilt = rows.filter(({ isDraft }) => isDraft);
    if (unbuilt.length === 0) return { deliveries: rows, later: [] };
    const { bodies, later } = await this.#bodiesOf(unbuilt);
    const stored = await this.#store(bodies);
    const deliveries = rows.flatMap((row) => {
      if (!row.isDraft) return [row];
      const body = bodies.get(row);
      return body !== undefined && stored.has(row.deliveryId) ? [{ ...row, body, event: null }] : [];
    });
    return { deliveries, later };
  }

  /** The bodies that deliveries would have now, for display; they are not stored. */
  async preview<Shown extends Unbuilt>(rows: readonly Shown[]): Promise<ReadonlyMap<Shown, string>> {
    return (await this.#bodiesOf(rows)).bodies;
  }

  async #store(bodies: ReadonlyMap<WebhookDelivery, string>): Promise<ReadonlySet<number>> {
    if (bodies.size === 0) return new Set();
    const stored = await storeBodies(
      this.#database,
      [...bodies].map(([row, body]) => ({ ...row, body })),
    );
    failpoint("webhook.after-bodies");
    return stored;
  }

  async #bodiesOf<Row extends Unbuilt>(rows: readonly Row[]): Promise<{ bodies: ReadonlyMap<Row, string>; later: Row[] }> {
    const asGiven = await this.#asGiven(rows);
    const bareIds = new Map([...asGiven].map(([row, body]) => [row, bareUserIds(body)]));
    const profiles = await this.#users.of(idsOfKeys(bareIds));
    const bodies = new Map<Row, string>();
    const later: Row[] = [];
    const late = new Set<string>();
    for (const row of rows) {
      const given = late.has(orderKey(row)) ? undefined : asGiven.get(row);
      const body = given && (bareIds.get(row)?.size === 0 ? given : described(row, given, profiles.get(row.apiKeyId)));
      if (body !== undefined) bodies.set(row, JSON.stringify(body));
      else {
        // Later deliveries of the same document wait too, or they would arrive first.
        late.add(orderKey(row));
        later.push(row);
      }
    }
    return { bodies, later };
  }

  /** The bodies with users as in the events. Those whose names are unavailable now are missing. */
  async #asGiven<Row extends Unbuilt>(rows: readonly Row[]): Promise<ReadonlyMap<Row, JsonObject>> {
    const open = new Map(rows.map((row) => [row, row.event === null ? bodyOfDraft(row) : bodyOf(row, readStoredEvent(row.event))]));
    const contacts = [...open].flatMap(([row, body]) => body.contacts.map((contact) => placeOf(row, contact)));
    const [names, ways] = await Promise.all([this.#names.of(rows.filter(namesPlaces)), ContactWays.read(this.#database, contacts)]);
    const bodies = new Map<Row, JsonObject>();
    for (const [row, body] of open) {
      const known = names.get(placeKey(row)) ?? (!namesPlaces(row) || isOverdue(row) ? noNames : undefined);
      if (known === undefined) continue;
      bodies.set(
        row,
        body.complete(known, (contact) => ways.of(row, contact)),
      );
    }
    return bodies;
  }
}

function namesPlaces({ payload }: Unbuilt): boolean {
  return payload === "raw";
}

function isOverdue({ createdAtMs }: Unbuilt): boolean {
  return Date.now() - createdAtMs > patienceMs;
}

function orderKey(row: Unbuilt): string {
  return `${row.target}\0${placeKey(row)}`;
}

/** The users that bodies have by id alone, by API key. */
function idsOfKeys(idsOf: ReadonlyMap<Unbuilt, ReadonlySet<string>>): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Map<string, Set<string>>();
  for (const [{ apiKeyId }, ids] of idsOf) if (ids.size > 0) all.set(apiKeyId, new Set([...(all.get(apiKeyId) ?? []), ...ids]));
  return all;
}

/** The body with its users' profiles; undefined while it has to wait for them. */
function described(row: Unbuilt, given: JsonObject, profiles: Profiles | undefined): JsonObject | undefined {
  if (profiles !== undefined) return joinUsers(given, profiles);
  return isOverdue(row) ? given : undefined;
}

function placeOf({ apiKeyId, organizationId, documentId }: Unbuilt, { user }: Contact) {
  return { apiKeyId, organizationId, documentId, userId: user.userId };
}
