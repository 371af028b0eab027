import type { ReactionRow } from "./comment-rows.store.ts";

/** Reactions to a comment as customers read them: a JSON array. Stored users are inserted without being parsed. */
export function reactionsJson(reactions: readonly ReactionRow[]): string {
  const items = reactions.map(
    ({ reaction, reactingUser, createdAtMs }) =>
      `{"reaction":${JSON.stringify(reaction)},"user":${reactingUser},"createdAt":${createdAtMs}}`,
  );
  return `[${items.join(",")}]`;
}
