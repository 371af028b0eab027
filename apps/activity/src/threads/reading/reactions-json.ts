import type { CommentRow, ReactionRow } from "./comment-rows.store.ts";

/** The reactions to a comment as customers read them, and their ids: JSON arrays. */
interface ReactionsJson {
  readonly reactionAnnotations: string;
  readonly reactionAnnotationIds: string;
}

export const noReactions: ReactionsJson = { reactionAnnotations: "[]", reactionAnnotationIds: "[]" };

/** The reactions to a comment, each with all users who gave it. Stored users are inserted without being parsed. */
export function reactionsJson({ commentId }: Pick<CommentRow, "commentId">, reactions: readonly ReactionRow[]): ReactionsJson {
  if (reactions.length === 0) return noReactions;
  const groups = [...Map.groupBy(reactions, ({ reaction }) => reaction)].map(([icon, given]) => ({
    id: JSON.stringify(`${commentId}/${icon}`),
    icon: JSON.stringify(icon),
    fromUsers: given.map(({ reactingUser, createdAtMs }) => `{"from":${reactingUser},"lastUpdated":${createdAtMs}}`),
  }));
  const items = groups.map(({ id, icon, fromUsers }) => `{"annotationId":${id},"icon":${icon},"fromUsers":[${fromUsers.join(",")}]}`);
  return { reactionAnnotations: `[${items.join(",")}]`, reactionAnnotationIds: `[${groups.map(({ id }) => id).join(",")}]` };
}
