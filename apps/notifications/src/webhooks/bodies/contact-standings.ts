import type { Client } from "@connectrpc/connect";
import type { UsersService } from "@parley/contracts/users";
import type { DocumentAccess } from "@parley/document-access";
import { memberKey, membersOf } from "../../audience/members.ts";
import type { Standing } from "../../audience/refusal.ts";
import type { ContactPlace } from "../../config/contact-levels.store.ts";

/** What is known of a contact in a document, besides their config. */
export type ContactStanding = Pick<Standing, "access" | "isMember">;

const askTimeoutMs = 1_000;
// ms for which services that do not respond are not asked again.
const awayMs = 2_000;

/** Looks up whether the contacts of bodies may see the document now. */
export class ContactStandings {
  readonly #users: Pick<Client<typeof UsersService>, "resolveUsers">;
  readonly #access: Pick<DocumentAccess, "statesOf">;
  #awayUntilMs = 0;

  constructor(users: Pick<Client<typeof UsersService>, "resolveUsers">, access: Pick<DocumentAccess, "statesOf">) {
    this.#users = users;
    this.#access = access;
  }

  /** The standings by `memberKey`; missing while the users or the directory are unavailable. */
  async of(places: readonly ContactPlace[]): Promise<ReadonlyMap<string, ContactStanding>> {
    const standings = new Map<string, ContactStanding>();
    if (places.length === 0 || performance.now() < this.#awayUntilMs) return standings;
    const [members, states] = await Promise.all([membersOf(this.#users, places, askTimeoutMs), this.#statesOf(places)]);
    for (const place of places) {
      const member = members.get(memberKey(place));
      const access = states.get(documentKey(place));
      if (member === undefined || access === undefined) this.#awayUntilMs = performance.now() + awayMs;
      else standings.set(memberKey(place), { access, isMember: member.isMember });
    }
    return standings;
  }

  async #statesOf(places: readonly ContactPlace[]): Promise<ReadonlyMap<string, Standing["access"]>> {
    const states = new Map<string, Standing["access"]>();
    const ask = async (some: readonly ContactPlace[]) => {
      const [{ apiKeyId, organizationId }] = some as [ContactPlace];
      const documentIds = some.map(({ documentId }) => documentId);
      const found = await this.#access.statesOf({ apiKeyId, organizationId }, documentIds);
      for (const place of some) states.set(documentKey(place), found.get(place.documentId) ?? "missing");
    };
    const organizations = Map.groupBy(places, ({ apiKeyId, organizationId }) => `${apiKeyId}\0${organizationId}`);
    await Promise.allSettled([...organizations.values()].map(ask));
    return states;
  }
}

function documentKey(place: ContactPlace): string {
  return memberKey({ ...place, userId: "" });
}
