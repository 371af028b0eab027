import type { Client } from "@connectrpc/connect";
import type { UsersService } from "@parley/contracts/users";
import { questionTimeMs } from "@parley/kernel";
import { RevalidatingCache } from "@parley/runtime";

type Users = Pick<Client<typeof UsersService>, "resolveUsers">;

interface UserOf {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly userId: string;
}

interface Question {
  readonly documentIds: Set<string>;
  readonly answer: Promise<ReadonlySet<string>>;
}

// A refusal is not cached: a user enters as soon as they were added.
const entered = {};
const kept = 100_000;
// With the age of an API key's default in the users service and the interval between two checks of a stream, below 5 s.
const freshness = { maxAgeMs: 2_500, revalidateAfterMs: 1_000 };
// The maximum of one call.
const askedTogether = 100;

/**
 * Which documents a user may enter, at most a few seconds old, according to the users service, which decides by the access types and by where
 * the user was added. Fails with `unavailable` when it does not respond and nothing recent is cached.
 */
export class DocumentEntry {
  readonly #users: Users;
  readonly #known = new RevalidatingCache<typeof entered>({ max: kept, ...freshness });
  /** The calls that are not sent yet, by user. */
  readonly #questions = new Map<string, Question>();

  constructor(users: Users) {
    this.#users = users;
  }

  /** Those of the documents that the user may enter. Documents that are asked for in the same turn of the event loop share a call. */
  async enterable(user: UserOf, documentIds: Iterable<string>): Promise<ReadonlySet<string>> {
    const name = [user.apiKeyId, user.organizationId, user.userId].join("\0");
    const wanted = [...new Set(documentIds)];
    const known = await Promise.all(
      wanted.map((documentId) =>
        this.#known.get(`${name}\0${documentId}`, async () => ((await this.#ask(name, user, documentId)) ? entered : undefined)),
      ),
    );
    return new Set(wanted.filter((_, index) => known[index] !== undefined));
  }

  /** Drops what is cached about an API key's documents after their access has changed. */
  invalidate(apiKeyId: string): void {
    this.#known.invalidate(apiKeyId);
  }

  async #ask(name: string, user: UserOf, documentId: string): Promise<boolean> {
    let question = this.#questions.get(name);
    if (question === undefined || question.documentIds.size === askedTogether) {
      question = this.#question(name, user);
      this.#questions.set(name, question);
    }
    question.documentIds.add(documentId);
    return (await question.answer).has(documentId);
  }

  #question(name: string, { userId, ...organization }: UserOf): Question {
    const documentIds = new Set<string>();
    const ask = async () => {
      await Promise.resolve();
      if (this.#questions.get(name)?.documentIds === documentIds) this.#questions.delete(name);
      const request = { ...organization, userIds: [userId], documentIds: [...documentIds] };
      const { users } = await this.#users.resolveUsers(request, { timeoutMs: questionTimeMs() });
      return new Set(users.flatMap((user) => user.documentIds));
    };
    return { documentIds, answer: ask() };
  }
}
