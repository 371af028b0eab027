import type { Db } from "@parley/database";
import type { Context, Handler } from "../context.ts";
import { forgetAnswers as forgetAnswersOf } from "./idempotency-records.store.ts";

// The time of the request is by another database's clock. In case the clocks differ, some responses are deleted needlessly, so that none
// remains that names an erased user.
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

/** Deletes some responses of an API key that were stored before an erasure was requested; fewer than the limit only when none are left. */
export function forgetSomeAnswers(db: Db, apiKeyId: string, requestedAtMs: number, limit: number): Promise<number> {
  return forgetAnswersOf(db, apiKeyId, requestedAtMs + clockDifferenceMs, limit);
}
