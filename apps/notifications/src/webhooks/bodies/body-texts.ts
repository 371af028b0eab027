import type { Database } from "@parley/database";
import type { JsonObject } from "@parley/kernel";
import { memberKey } from "../../audience/members.ts";
import { type ParsedEvent, readStoredEvent } from "../../triggers/trigger-event.ts";
import type { Payload } from "../config/delivery-endpoint.ts";
import { bodyOf, type Contact } from "./body-of.ts";
import type { ContactStanding, ContactStandings } from "./contact-standings.ts";
import { ContactWays } from "./contact-ways.ts";
import { bareUserIds, joinUsers } from "./join-users.ts";
import { noNames, type PlaceNames, placeKey } from "./place-names.ts";
import type { Profiles, StoredUsers } from "./stored-users.ts";

// ms for which an unavailable directory or users service delays an event; then it is sent without names, with users by id, and asks to notify
// nobody of whom it is not known whether they may see the document.
const patienceMs = 60_000;

const outsider: ContactStanding = { access: "open", isMember: false };

/** A delivery whose body is to be written. */
interface Unwritten {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly documentId: string;
  readonly target: string;
  readonly payload: Payload;
  readonly webhookId: string;
  readonly sequence: number;
  readonly createdAtMs: number;
  readonly event: ParsedEvent | Buffer;
}

/** What other services know of places and users. */
interface Sources {
  readonly names: PlaceNames;
  readonly users: StoredUsers;
  readonly standings: ContactStandings;
}

/** Writes the bodies of deliveries, with the names, users and contacts that they have now. */
export class BodyTexts {
  readonly #database: Database;
  readonly #names: PlaceNames;
  readonly #users: StoredUsers;
  readonly #standings: ContactStandings;

  constructor(database: Database, { names, users, standings }: Sources) {
    this.#database = database;
    this.#names = names;
    this.#users = users;
    this.#standings = standings;
  }

  /** The bodies of these deliveries. Missing are those whose names or users are unavailable now. */
  async of(rows: readonly Unwritten[]): Promise<ReadonlyMap<object, string>> {
    if (rows.length === 0) return new Map();
    const asGiven = await this.#asGiven(rows);
    const bareIds = new Map([...asGiven].map(([row, body]) => [row, bareUserIds(body)]));
    const profiles = await this.#users.of(idsOfKeys(bareIds));
    const texts = new Map<object, string>();
    for (const [row, given] of asGiven) {
      const body = bareIds.get(row)?.size === 0 ? given : described(row, given, profiles.get(row.apiKeyId));
      if (body !== undefined) texts.set(row, JSON.stringify(body));
    }
    return texts;
  }

  /** The bodies with users as in the events. Those whose names or contacts are unavailable now are missing. */
  async #asGiven(rows: readonly Unwritten[]): Promise<ReadonlyMap<Unwritten, JsonObject>> {
    const open = new Map(rows.map((row) => [row, openBodyOf(row)]));
    const contacts = [...open].flatMap(([row, body]) => body.contacts.map((contact) => placeOf(row, contact)));
    const [names, ways, standings] = await Promise.all([
      this.#names.of(rows.filter(namesPlaces)),
      ContactWays.read(this.#database, contacts),
      this.#standings.of(contacts),
    ]);
    const bodies = new Map<Unwritten, JsonObject>();
    for (const [row, body] of open) {
      const known = names.get(placeKey(row)) ?? (!namesPlaces(row) || isOverdue(row) ? noNames : undefined);
      const standingOf = (contact: Contact) => standings.get(memberKey(placeOf(row, contact))) ?? (isOverdue(row) ? outsider : undefined);
      if (known === undefined || body.contacts.some((contact) => standingOf(contact) === undefined)) continue;
      bodies.set(
        row,
        body.complete(known, (contact) => ways.of(row, contact, standingOf(contact) ?? outsider)),
      );
    }
    return bodies;
  }
}

function openBodyOf(row: Unwritten) {
  return bodyOf(row, Buffer.isBuffer(row.event) ? readStoredEvent(row.event) : row.event);
}

function namesPlaces({ payload }: Unwritten): boolean {
  return payload === "raw";
}

function isOverdue({ createdAtMs }: Unwritten): boolean {
  return Date.now() - createdAtMs > patienceMs;
}

/** The users that bodies have by id alone, by API key. */
function idsOfKeys(idsOf: ReadonlyMap<Unwritten, ReadonlySet<string>>): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Map<string, Set<string>>();
  for (const [{ apiKeyId }, ids] of idsOf) if (ids.size > 0) all.set(apiKeyId, new Set([...(all.get(apiKeyId) ?? []), ...ids]));
  return all;
}

/** The body with its users' profiles; undefined while it has to wait for them. */
function described(row: Unwritten, given: JsonObject, profiles: Profiles | undefined): JsonObject | undefined {
  if (profiles !== undefined) return joinUsers(given, profiles);
  return isOverdue(row) ? given : undefined;
}

function placeOf({ apiKeyId, organizationId, documentId }: Unwritten, { user }: Contact) {
  return { apiKeyId, organizationId, documentId, userId: user.userId };
}
