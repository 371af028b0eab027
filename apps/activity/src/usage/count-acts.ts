import type { Db } from "@parley/database";
import type { UsageMeter } from "@parley/messaging";
import type { ThreadChange } from "../changes/thread-change.ts";

/** Counts added comments and acting users towards the API key's usage, once the changes are committed. */
export function countActs(
  { usage }: { readonly usage: Pick<UsageMeter, "count"> },
  db: Db,
  apiKeyId: string,
  changes: readonly Pick<ThreadChange, "trigger" | "actor">[],
): void {
  const comments = changes.filter(({ trigger }) => trigger === "comment.add" || trigger === "comment_annotation.add").length;
  const userIds = changes.flatMap(({ actor }) => actor?.userId ?? []);
  if (changes.length > 0) db.afterCommit(() => usage.count(apiKeyId, { comments }, userIds));
}
