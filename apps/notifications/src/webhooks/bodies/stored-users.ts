import type { Client } from "@connectrpc/connect";
import type { User, UsersService } from "@parley/contracts/users";
import type { JsonObject } from "@parley/kernel";
import type { UserJson } from "../../triggers/trigger-event.ts";

/** The users of an API key as stored now, by id. */
export type Profiles = ReadonlyMap<string, UserJson>;

// This many profiles of the default size fit into one response.
const askedAtOnce = 100;
const askTimeoutMs = 1_000;
// ms for which a users service that does not respond is not asked again.
const awayMs = 2_000;

/**
 * Reads the users of bodies for whom the event has only the id. Nothing is cached, so an erased user is not described from the next body
 * on.
 */
export class StoredUsers {
  readonly #users: Pick<Client<typeof UsersService>, "getProfiles">;
  #awayUntilMs = 0;

  constructor(users: Pick<Client<typeof UsersService>, "getProfiles">) {
    this.#users = users;
  }

  /** The existing users, by API key. Keys whose users are unavailable now are missing. */
  async of(idsOfKeys: ReadonlyMap<string, ReadonlySet<string>>): Promise<ReadonlyMap<string, Profiles>> {
    const known = new Map<string, Profiles>();
    if (performance.now() < this.#awayUntilMs) return known;
    await Promise.all([...idsOfKeys].map(([apiKeyId, ids]) => this.#ask(apiKeyId, [...ids], known)));
    return known;
  }

  async #ask(apiKeyId: string, ids: readonly string[], known: Map<string, Profiles>): Promise<void> {
    try {
      const profiles = new Map<string, UserJson>();
      for (let start = 0; start < ids.length; start += askedAtOnce) {
        const userIds = ids.slice(start, start + askedAtOnce);
        const { users } = await this.#users.getProfiles({ apiKeyId, userIds }, { timeoutMs: askTimeoutMs });
        for (const user of users) profiles.set(user.userId, profileOf(user));
      }
      known.set(apiKeyId, profiles);
    } catch {
      this.#awayUntilMs = performance.now() + awayMs;
    }
  }
}

function profileOf({ userId, name, email, metadataJson }: User): UserJson {
  const own = metadataJson === "" ? {} : (JSON.parse(metadataJson) as JsonObject);
  // The customer's own keys must not replace the known fields.
  const { userId: _id, name: _name, email: _email, ...rest } = own;
  return { userId, ...(name === "" ? {} : { name }), ...(email === "" ? {} : { email }), ...rest };
}
