import type { Client } from "@connectrpc/connect";
import type { User, UsersService } from "@parley/contracts/users";
import { type JsonObject, PageBytes, questionTimeMs } from "@parley/kernel";
import type { AnnotationMessage } from "../threads/annotation.ts";
import type { UserInit } from "./user.ts";

type Ask = Pick<Client<typeof UsersService>, "getProfiles">;

/** Stored users by id. */
type Profiles = ReadonlyMap<string, UserInit>;

// What one call takes.
const usersPerPage = 1_000;
// What users may add to one thread, which may have as much itself.
const maxThreadBytes = 2 * 1024 * 1024;
// While the service does not respond it is not asked again for each list.
const awayMs = 2_000;

/** Describes those users of whom a thread has the id alone by what is stored of them now. Nothing is kept from one list to the next. */
export class StoredUsers {
  readonly #users: Ask | undefined;
  readonly #timeoutMs: () => number;
  #awayUntilMs = 0;

  /** Without the service, which a process may do without, every user stays as the thread has them. */
  constructor(users: Ask | undefined, timeoutMs: () => number = listTimeMs) {
    this.#users = users;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * The first of the annotations, as many as make a page with what is added to them, and at least one. While the service does not respond
   * within its time: all of them as they are.
   */
  async join(apiKeyId: string, annotations: AnnotationMessage[]): Promise<AnnotationMessage[]> {
    const { ids, named } = bareIds(annotations);
    const profiles = ids.length === 0 ? undefined : await this.#ask(apiKeyId, ids);
    if (profiles === undefined) return annotations;
    const bytes = new PageBytes();
    const page: AnnotationMessage[] = [];
    for (const annotation of annotations.slice(0, named)) {
      const { described, added } = describe(annotation, profiles);
      if (!bytes.admits(added)) break;
      page.push(described);
    }
    return page;
  }

  async #ask(apiKeyId: string, userIds: readonly string[]): Promise<Profiles | undefined> {
    if (this.#users === undefined || performance.now() < this.#awayUntilMs) return undefined;
    try {
      const { users } = await this.#users.getProfiles({ apiKeyId, userIds: [...userIds] }, { timeoutMs: this.#timeoutMs() });
      return new Map(users.map((user) => [user.userId, profileOf(user)]));
    } catch {
      this.#awayUntilMs = performance.now() + awayMs;
      return undefined;
    }
  }
}

// A list that has its threads waits no longer for the names of their people.
function listTimeMs(): number {
  return Math.min(1_000, questionTimeMs());
}

/** The users of whom only the id is known, as many as one call takes, and in how many of the annotations, one at least, there are no others. */
function bareIds(annotations: readonly AnnotationMessage[]): { ids: string[]; named: number } {
  const ids = new Set<string>();
  for (const [index, annotation] of annotations.entries()) {
    for (const user of usersOf(annotation)) {
      if (!isBare(user) || ids.has(user.userId)) continue;
      if (ids.size === usersPerPage) return { ids: [...ids], named: Math.max(1, index) };
      ids.add(user.userId);
    }
  }
  return { ids: [...ids], named: annotations.length };
}

/** What the customer said of a user stays; here it was nothing but the id. */
function isBare({ name, email, extraJson }: UserInit): boolean {
  return name === "" && email === "" && extraJson === "";
}

function profileOf({ userId, name, email, metadataJson }: User): UserInit {
  if (metadataJson === "" || metadataJson === "{}") return { userId, name, email, extraJson: "" };
  // Further keys must not replace the known fields.
  const { userId: _id, name: _name, email: _email, ...extra } = JSON.parse(metadataJson) as JsonObject;
  return { userId, name, email, extraJson: Object.keys(extra).length === 0 ? "" : JSON.stringify(extra) };
}

/** The annotation with its users described as far as it has room for that: whole, else by name and address, else not. */
function describe(annotation: AnnotationMessage, profiles: Profiles): { described: AnnotationMessage; added: number } {
  for (const part of [whole, nameAndAddress]) {
    let added = 0;
    const described = withUsers(annotation, (user) => {
      const profile = isBare(user) ? profiles.get(user.userId) : undefined;
      if (profile === undefined) return user;
      const said = part(profile);
      added += Buffer.byteLength(said.name) + Buffer.byteLength(said.email) + Buffer.byteLength(said.extraJson);
      return { ...user, ...said };
    });
    if (added <= maxThreadBytes) return { described, added };
  }
  return { described: annotation, added: 0 };
}

const whole = ({ name, email, extraJson }: UserInit) => ({ name, email, extraJson });
const nameAndAddress = ({ name, email }: UserInit) => ({ name, email, extraJson: "" });

function* usersOf({ assignee, involvedUsers, comments }: AnnotationMessage): Generator<UserInit> {
  if (assignee !== undefined) yield assignee;
  // The first description of each counts there: another may have been given by the id alone.
  yield* involvedUsers;
  for (const { author, taggedUsers, reactions } of comments) {
    yield author;
    yield* taggedUsers;
    for (const { user } of reactions) yield user;
  }
}

function withUsers(annotation: AnnotationMessage, of: (user: UserInit) => UserInit): AnnotationMessage {
  const { assignee, involvedUsers, mentionedUsers, comments } = annotation;
  return {
    ...annotation,
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
