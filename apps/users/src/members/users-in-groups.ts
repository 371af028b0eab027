import type { Db } from "@parley/database";
import { type UserRow, usersOfGroups } from "./pages.store.ts";

interface GroupPage {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly groupIds: readonly string[];
  readonly after: string;
  readonly limit: number;
}

/**
 * The next users who are in any of the groups, each once. From each group only its share of the page is read, and half as much again; where
 * users are spread so unevenly that the page is not full by then, the next share is read.
 */
export async function usersInGroups(db: Db, page: GroupPage): Promise<UserRow[]> {
  const share = Math.ceil((page.limit / page.groupIds.length) * 1.5) + 16;
  const fromEach = Math.min(page.limit, share);
  const users: UserRow[] = [];
  for (let after = page.after; ; ) {
    const found = await usersOfGroups(db, { ...page, after, limit: page.limit - users.length, fromEach });
    users.push(...found);
    const last = found.at(-1);
    if (last === undefined || last.complete || users.length === page.limit) return users;
    after = last.userId;
  }
}
