import type { Client } from "@connectrpc/connect";
import type { User, UsersService } from "@parley/contracts/users";
import { type JsonObject, PageBytes, questionTimeMs } from "@parley/kernel";
import type { UserInit } from "./user.ts";

type Ask = Pick<Client<typeof UsersService>, "getProfiles">;

/** The parts of a thread that name users. */
interface ThreadUsers {
  readonly assignee?: UserInit | undefined;
  readonly involvedUsers: UserInit[];
  readonly mentionedUsers: UserInit[];
  readonly comments: CommentUsers[];
}

interface CommentUsers {
  readonly author: UserInit;
  readonly taggedUsers: UserInit[];
  readonly reactions: { readonly user: UserInit }[];
}

/** Stored users by id. */
type Profiles = ReadonlyMap<string, UserInit>;

// Maximum of one call.
const usersPerPage = 1_000;
// Maximum size that user descriptions may add to one thread, which may have the same size without them.
const maxThreadBytes = 2 * 1024 * 1024;
// After the users service did not respond, it is not asked again for this long.
const awayMs = 2_000;

/** Describes users of whom a thread has only the id, with their current stored profile. Nothing is cached between lists. */
export class StoredUsers {
  readonly #users: Ask | undefined;
  readonly #timeoutMs: () => number;
  #awayUntilMs = 0;

  /** A process may run without the users service; every user then stays as the thread has them. */
  constructor(users: Ask | undefined, timeoutMs: () => number = listTimeMs) {
    this.#users = users;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Returns the first of the threads, as many as fit into a page but at least one, with their users described. Returns all threads
   * unchanged if the service does not respond in time.
   */
  async join<Thread extends ThreadUsers>(apiKeyId: string, threads: Thread[]): Promise<Thread[]> {
    const { ids, named } = bareIds(threads);
    const profiles = await this.#profilesOf(apiKeyId, ids);
    if (profiles === undefined) return threads;
    const bytes = new PageBytes();
    const page: Thread[] = [];
    for (const thread of threads.slice(0, named)) {
      const { described, added } = describe(thread, profiles);
      if (!bytes.admits(added)) break;
      page.push(described);
    }
    return page;
  }

  /**
   * Describes single users by stored name and email where only the id is known. Only the first thousand ids are looked up. Users stay
   * unchanged if the service does not respond in time.
   */
  async describer(apiKeyId: string, users: readonly UserInit[]): Promise<(user: UserInit) => UserInit> {
    const ids = new Set(users.filter(isBare).map(({ userId }) => userId));
    const profiles = await this.#profilesOf(apiKeyId, [...ids].slice(0, usersPerPage));
    return (user) => {
      const profile = isBare(user) ? profiles?.get(user.userId) : undefined;
      return profile === undefined ? user : { ...user, ...nameAndAddress(profile) };
    };
  }

  async #profilesOf(apiKeyId: string, userIds: readonly string[]): Promise<Profiles | undefined> {
    if (userIds.length === 0 || this.#users === undefined || performance.now() < this.#awayUntilMs) return undefined;
    try {
      const { users } = await this.#users.getProfiles({ apiKeyId, userIds: [...userIds] }, { timeoutMs: this.#timeoutMs() });
      return new Map(users.map((user) => [user.userId, profileOf(user)]));
    } catch {
      this.#awayUntilMs = performance.now() + awayMs;
      return undefined;
    }
  }
}

// A list whose threads have been read does not wait longer than this for user names.
function listTimeMs(): number {
  return Math.min(1_000, questionTimeMs());
}

/**
 * Collects the ids of users known only by id, up to the number that one call accepts. `named` is the number of threads whose ids were all
 * collected, but at least one.
 */
function bareIds(threads: readonly ThreadUsers[]): { ids: string[]; named: number } {
  const ids = new Set<string>();
  for (const [index, thread] of threads.entries()) {
    for (const user of usersOf(thread)) {
      if (!isBare(user) || ids.has(user.userId)) continue;
      if (ids.size === usersPerPage) return { ids: [...ids], named: Math.max(1, index) };
      ids.add(user.userId);
    }
  }
  return { ids: [...ids], named: threads.length };
}

/** Whether only the id of the user is known. A description given by the customer is kept. */
function isBare({ name, email, extraJson }: UserInit): boolean {
  return name === "" && email === "" && extraJson === "";
}

function profileOf({ userId, name, email, metadataJson }: User): UserInit {
  if (metadataJson === "" || metadataJson === "{}") return { userId, name, email, extraJson: "" };
  // Further keys must not replace the known fields.
  const { userId: _id, name: _name, email: _email, ...extra } = JSON.parse(metadataJson) as JsonObject;
  return { userId, name, email, extraJson: Object.keys(extra).length === 0 ? "" : JSON.stringify(extra) };
}

/** The thread with its users described: with the full profile if there is room, else with name and email, else not at all. */
function describe<Thread extends ThreadUsers>(thread: Thread, profiles: Profiles): { described: Thread; added: number } {
  for (const part of [whole, nameAndAddress]) {
    let added = 0;
    const described = withUsers(thread, (user) => {
      const profile = isBare(user) ? profiles.get(user.userId) : undefined;
      if (profile === undefined) return user;
      const said = part(profile);
      added += Buffer.byteLength(said.name) + Buffer.byteLength(said.email) + Buffer.byteLength(said.extraJson);
      return { ...user, ...said };
    });
    if (added <= maxThreadBytes) return { described, added };
  }
  return { described: thread, added: 0 };
}

const whole = ({ name, email, extraJson }: UserInit) => ({ name, email, extraJson });
const nameAndAddress = ({ name, email }: UserInit) => ({ name, email, extraJson: "" });

function* usersOf({ assignee, involvedUsers, comments }: ThreadUsers): Generator<UserInit> {
  if (assignee !== undefined) yield assignee;
  // If a user is described more than once, the first description counts. `involvedUsers` come first, because a later mention may have only
  // the id.
  yield* involvedUsers;
  for (const { author, taggedUsers, reactions } of comments) {
    yield author;
    yield* taggedUsers;
    for (const { user } of reactions) yield user;
  }
}

function withUsers<Thread extends ThreadUsers>(thread: Thread, of: (user: UserInit) => UserInit): Thread {
  const { assignee, involvedUsers, mentionedUsers, comments } = thread;
  return {
    ...thread,
    ...(assignee === undefined ? {} : { assignee: of(assignee) }),
    involvedUsers: involvedUsers.map(of),
    mentionedUsers: mentionedUsers.map(of),
    comments: comments.map((comment) => ({
      ...comment,
      author: of(comment.author),
      taggedUsers: comment.taggedUsers.map(of),
      reactions: comment.reactions.map((reaction) => ({ ...reaction, user: of(reaction.user) })),
    })),
  };
}
