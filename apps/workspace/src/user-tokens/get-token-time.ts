import type { Context, Handler } from "../context.ts";
import { selectNow } from "./user-token-revocations.store.ts";

export const getTokenTime =
  ({ database }: Context): Handler<"getTokenTime"> =>
  async () => ({ nowMs: BigInt(await selectNow(database)) });
