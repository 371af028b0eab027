import type { Db } from "@parley/database";
import type { Context, Handler } from "../context.ts";
import { forgetAnswers as forgetAnswersOf } from "./idempotency-records.store.ts";

// The request's time is that of another database's clock: an answer that is forgotten needlessly costs less than one that names whom it should not.
const clockDifferenceMs = 120_000;
const chunk = 1_000;

export const forgetAnswers =
  ({ database }: Context): Handler<"forgetAnswers"> =>
  async ({ apiKeyId, olderThanMs }) => {
    for (let answers = 0; ; ) {
      const some = await forgetSomeAnswers(database, apiKeyId, Number(olderThanMs), chunk);
      answers += some;
      if (some < chunk) return { answers: BigInt(answers) };
    }
  };

/** Forgets some answers of an API key that were kept when a removal was requested; fewer than the limit only when no more are left. */
export function forgetSomeAnswers(db: Db, apiKeyId: string, requestedAtMs: number, limit: number): Promise<number> {
  return forgetAnswersOf(db, apiKeyId, requestedAtMs + clockDifferenceMs, limit);
}
