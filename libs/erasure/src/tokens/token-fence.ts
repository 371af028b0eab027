import { type CallFence, type Database, type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { currentContext, Failure } from "@parley/kernel";
import { erasureServiceSchema } from "../schema/erasure-schemas.ts";

/** The tokens of users' browsers that a service is to refuse. */
interface RefusedTokens {
  readonly apiKeyId: string;
  /** The users, as `userHashOf` names them. */
  readonly userHashes: readonly string[];
  /** Tokens that were issued until then are refused, by the clock that dates tokens. */
  readonly revokedAtMs: bigint;
}

const usersPerTransaction = 200;

/**
 * Keeps pages of erased users from writing. A revocation of tokens reaches gateways within seconds; an erasure cannot wait for it, because
 * its scope ends at its request, while a page would go on writing. So the services to which pages write refuse the revoked tokens
 * themselves, from a moment before that request.
 *
 * Every transaction of a call that came with a user's token holds a shared lock on the user and looks for a refusal. A refusal is stored
 * under the exclusive lock. So a transaction with a refused token has either ended by then, and what it wrote falls under the erasure, or
 * it fails.
 */
export class TokenFence implements CallFence {
  readonly #statements: ReturnType<typeof statementsOf>;

  constructor(schema: string) {
    this.#statements = statementsOf(schema);
  }

  concerns(): boolean {
    return currentContext()?.userToken !== undefined;
  }

  /** Fails with `unauthenticated` when the token of the call being served is refused. */
  async hold(tx: Db): Promise<void> {
    const token = currentContext()?.userToken;
    if (token === undefined) return;
    await tx.run(this.#statements.hold, { lock: lockOf(token.apiKeyId, token.userHash) });
    // A separate statement, so that it sees what was committed while the previous one waited for the lock.
    const found = await tx.row(this.#statements.check, token);
    if (found?.isRefused === true) throw new Failure("unauthenticated", "The token was revoked: the data of its user is being removed.");
  }

  /** Refuses tokens from now on. When it returns, every transaction with one of them has ended. */
  async refuse(database: Database, { apiKeyId, userHashes, revokedAtMs }: RefusedTokens): Promise<void> {
    for (let from = 0; from < userHashes.length; from += usersPerTransaction) {
      const hashes = userHashes.slice(from, from + usersPerTransaction);
      await database.transaction(async (tx) => {
        await tx.rows(this.#statements.lock, { locks: hashes.map((userHash) => lockOf(apiKeyId, userHash)) });
        await tx.run(this.#statements.refuse, { apiKeyId, userHashes: hashes, revokedAtMs: Number(revokedAtMs) });
      });
    }
  }
}

function lockOf(apiKeyId: string, userHash: string): string {
  return `tokens of ${apiKeyId} ${userHash}`;
}

function statementsOf(schema: string) {
  const { erasureMarks: marks } = erasureServiceSchema(schema);
  return {
    hold: statement(
      `${schema}.erasure_tokens_hold`,
      { lock: types.text },
      {},
      sql`select from pg_advisory_xact_lock_shared(hashtextextended($lock, 0))`,
    ),
    check: statement(
      `${schema}.erasure_tokens_check`,
      { apiKeyId: types.text, userHash: types.text, issuedAtMs: types.bigint },
      { isRefused: types.boolean },
      sql`select exists (select from ${marks} where ${marks.apiKeyId} = $apiKeyId and ${marks.mark} = $userHash
        and ${marks.requestedAtMs} >= $issuedAtMs) as is_refused`,
    ),
    // In one order, so that two requests about the same users do not wait for each other.
    lock: statement(
      `${schema}.erasure_tokens_lock`,
      { locks: listOf(types.text) },
      { held: types.boolean },
      sql`select pg_advisory_xact_lock(hashtextextended(lock, 0)) is not null as held
        from (select distinct lock from unnest($locks::text[]) as l (lock) order by lock offset 0) as ordered`,
    ),
    refuse: statement(
      `${schema}.erasure_tokens_refuse`,
      { apiKeyId: types.text, userHashes: listOf(types.text), revokedAtMs: types.bigint },
      {},
      sql`insert into ${marks} as m (${marks.apiKeyId}, ${marks.mark}, ${marks.requestedAtMs})
        select distinct $apiKeyId, u.who, $revokedAtMs::bigint from unnest($userHashes::text[]) as u (who) order by u.who
        on conflict (${marks.apiKeyId}, ${marks.mark}) do update
        set ${marks.requestedAtMs} = greatest(m.${marks.requestedAtMs}, excluded.${marks.requestedAtMs})`,
    ),
  };
}
