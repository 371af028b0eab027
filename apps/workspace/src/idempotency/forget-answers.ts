import type { Context, Handler } from "../context.ts";
import { forgetAnswers as forgetAnswersOf } from "./idempotency-records.store.ts";

// The request's time is that of another database's clock: an answer that is forgotten needlessly costs less than one that names whom it should not.
const clockDifferenceMs = 120_000;

export const forgetAnswers =
  ({ database }: Context): Handler<"forgetAnswers"> =>
  async ({ apiKeyId, olderThanMs }) => {
    const answers = await forgetAnswersOf(database, apiKeyId, Number(olderThanMs) + clockDifferenceMs);
    return { answers: BigInt(answers) };
  };
