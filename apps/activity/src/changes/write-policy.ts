import type { Db } from "@parley/database";
import type { Context } from "../context.ts";
import type { NotifiedChange } from "./thread-change.ts";

/** What an API key asks of every write of its threads. */
export interface WritePolicy {
  /** Whether records of the log can never be changed. */
  readonly immutable: boolean;
  /** Of which changes webhooks and mails are notified. */
  readonly triggers: ReadonlySet<NotifiedChange>;
}

/** Fails with `not_found` when the API key does not exist, as `unavailable` when it cannot be known whether records are immutable. */
export async function writePolicyOf({ logPolicy, webhookPolicy }: Context, apiKeyId: string): Promise<WritePolicy> {
  const [immutable, triggers] = await Promise.all([logPolicy.isImmutable(apiKeyId), webhookPolicy.wanted(apiKeyId)]);
  return { immutable, triggers };
}

/** Runs a write that is one statement: in a transaction only when webhooks are notified of it, because that adds statements. */
export function write<Result>(
  { database }: Context,
  { triggers }: WritePolicy,
  notified: readonly NotifiedChange[],
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  return notified.some((trigger) => triggers.has(trigger)) ? database.transaction(work) : work(database);
}
