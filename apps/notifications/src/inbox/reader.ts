import type { Client } from "@connectrpc/connect";
import type { UsersService } from "@parley/contracts/users";
import type { StoredUser } from "../notifications/rows/stored-user.ts";

/** For whom notifications are read. */
export interface Reader {
  /** As the users service knows them; the id alone when it does not. */
  readonly user: StoredUser;
  /** Whether they are a user of the organization now: then what is addressed to all of it is addressed to them. */
  readonly isMember: boolean;
}

interface Wanted {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly userId: string;
}

/** Asks the users service who somebody is, once for a request. */
export async function readerOf(users: Client<typeof UsersService>, { apiKeyId, organizationId, userId }: Wanted): Promise<Reader> {
  const [resolved] = (await users.resolveUsers({ apiKeyId, organizationId, userIds: [userId] })).users;
  const { name = "", email = "", inOrganization = false } = resolved ?? {};
  return { user: { userId, ...(name === "" ? {} : { name }), ...(email === "" ? {} : { email }) }, isMember: inOrganization };
}
