import { type Attempt, currentContext, Failure, type RequestContext } from "@parley/kernel";
import type { Db } from "./db.ts";
import { nowMs } from "./schema/columns.ts";
import { repeatedCallsTable } from "./schema/repeated-calls-table.ts";
import { types } from "./schema/shape.ts";
import { sql } from "./schema/sql.ts";
import { statement } from "./statement.ts";

type Transact = (work: (tx: Db) => Promise<void>) => Promise<void>;

interface Call {
  readonly context: RequestContext;
  readonly callKey: string;
  readonly attempt: Attempt;
}

const hourMs = 3_600_000;
// An idempotency key stands for one request for 24 hours; a request that began at their end takes at most another hour.
const acceptedMs = 26 * hourMs;
// Longer than `acceptedMs`, even for a clock that is half an hour ahead.
const keptMs = 28 * hourMs;

/**
 * Keeps an old attempt at a call from writing once a newer attempt has begun: the old one may have waited in a process that stood still,
 * and the data may have changed since. Every transaction of a repeatable call holds a shared lock on the call and checks for a newer
 * attempt. A newer attempt records itself under the exclusive lock before its first write. So a transaction of the older attempt has either
 * ended by then, and the newer one sees its effect, or it is refused.
 */
export class RepeatedCalls {
  readonly #statements: ReturnType<typeof statementsOf>;
  readonly #noted = new WeakMap<RequestContext, Promise<void>>();

  constructor(schema: string) {
    this.#statements = statementsOf(schema);
  }

  /** The call being served, if it may be sent again. */
  current(): Call | undefined {
    const context = currentContext();
    const { idempotencyKey: callKey, attempt } = context ?? {};
    return context === undefined || callKey === undefined || attempt === undefined ? undefined : { context, callKey, attempt };
  }

  /**
   * Called before a transaction of the call: waits until transactions of older attempts have ended and keeps new ones from beginning, once
   * for the call.
   */
  async begin({ context, callKey, attempt: { number } }: Call, transact: Transact): Promise<void> {
    if (number === 0) return;
    const noted =
      this.#noted.get(context) ??
      transact(async (tx) => {
        await tx.run(this.#statements.lock, { callKey });
        await tx.run(this.#statements.note, { callKey, attempt: number });
      });
    this.#noted.set(context, noted);
    await noted;
  }

  /**
   * The first statement in each transaction of the call. Fails with `aborted` when a newer attempt has begun, or may have begun and been
   * forgotten.
   */
  async hold(tx: Db, { callKey, attempt: { number, firstSentAtMs } }: Call): Promise<void> {
    await tx.run(this.#statements.hold, { callKey });
    // A separate statement, so that it sees what was committed while the previous one waited for the lock.
    const found = await tx.row(this.#statements.check, { callKey, attempt: number, firstSentAtMs, acceptedMs });
    if (found?.isOver === true)
      throw new Failure("aborted", "This attempt is too old: the request was sent again since, or more than a day has passed.");
  }

  /** Deletes at most `limit` rows that no attempt needs any more; returns how many. */
  removeOld(db: Db, limit: number): Promise<number> {
    return db.run(this.#statements.removeOld, { keptMs, limit });
  }
}

function statementsOf(schema: string) {
  const calls = repeatedCallsTable(schema);
  return {
    hold: statement(
      `${schema}.repeated_calls_hold`,
      { callKey: types.text },
      {},
      sql`select from pg_advisory_xact_lock_shared(hashtextextended($callKey, 0))`,
    ),
    lock: statement(
      `${schema}.repeated_calls_lock`,
      { callKey: types.text },
      {},
      sql`select from pg_advisory_xact_lock(hashtextextended($callKey, 0))`,
    ),
    check: statement(
      `${schema}.repeated_calls_check`,
      { callKey: types.text, attempt: types.bigint, firstSentAtMs: types.bigint, acceptedMs: types.bigint },
      { isOver: types.boolean },
      sql`select $firstSentAtMs < ${nowMs} - $acceptedMs
         or exists (select from ${calls} where ${calls.callKey} = $callKey and ${calls.attempt} > $attempt) as is_over`,
    ),
    note: statement(
      `${schema}.repeated_calls_note`,
      { callKey: types.text, attempt: types.bigint },
      {},
      sql`insert into ${calls} as noted (${calls.callKey}, ${calls.attempt}) values ($callKey, $attempt)
       on conflict (${calls.callKey}) do update set ${calls.attempt} = greatest(noted.${calls.attempt}, excluded.${calls.attempt})`,
    ),
    removeOld: statement(
      `${schema}.repeated_calls_delete_old`,
      { keptMs: types.bigint, limit: types.bigint },
      {},
      // The cut-off time is a subquery, computed once: computed for each row it could not be looked up in an index.
      sql`delete from ${calls} where ${calls.callKey} = any(array(
         select ${calls.callKey} from ${calls} where ${calls.createdAtMs} < (select ${nowMs} - $keptMs)
         order by ${calls.createdAtMs} limit $limit for update skip locked))`,
    ),
  };
}
