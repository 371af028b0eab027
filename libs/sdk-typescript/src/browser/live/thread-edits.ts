import type { NamedUser } from "../../gen/types.ts";
import type { LiveComment, LiveThread, Pending } from "./live-thread.ts";
import type { Write } from "./writes.ts";

/** The effect of a write on a thread, without its request. */
type Edit = Pick<Write, "apply" | "isIn">;

/** Adds a comment to a thread. */
export function withComment(comment: LiveComment): Edit {
  return {
    apply: (thread, pending) => thread && { ...thread, comments: [...thread.comments, { ...comment, pending }] },
    isIn: (thread) => commentOf(thread, comment.commentId) !== undefined,
  };
}

/** Adds a thread. Its comment waits with it, because pages show the state of comments. */
export function withThread(made: LiveThread): Edit {
  const comments = (pending: Pending | undefined) => made.comments.map((comment) => ({ ...comment, pending }));
  return { apply: (_, pending) => ({ ...made, comments: comments(pending), pending }), isIn: (thread) => thread !== undefined };
}

/** Removes a thread. */
export const withoutThread: Edit = { apply: () => undefined, isIn: (thread) => thread === undefined };

/** Sets fields of a thread to the values that the server would return. */
export function withFields(fields: Partial<Pick<LiveThread, "status" | "priority" | "assignedTo" | "type" | "location">>): Edit {
  return {
    apply: (thread) => thread && { ...thread, ...fields },
    isIn: (thread) => thread === undefined || holds(thread, fields),
  };
}

/** Sets fields of a comment. */
export function withCommentFields(commentId: string, fields: Partial<LiveComment>): Edit {
  return {
    apply: (thread) => changed(thread, commentId, (comment) => [{ ...comment, ...fields, editedAt: Date.now() }]),
    isIn: (thread) => holds(commentOf(thread, commentId) ?? fields, fields),
  };
}

/** Removes a comment. */
export function withoutComment(commentId: string): Edit {
  return {
    apply: (thread) => changed(thread, commentId, () => []),
    isIn: (thread) => commentOf(thread, commentId) === undefined,
  };
}

/** Adds a user's reaction, or removes it. */
export function withReaction(commentId: string, reaction: string, user: NamedUser, isOn: boolean): Edit {
  const isTheirs = (each: { readonly reaction: string; readonly user: NamedUser }) =>
    each.reaction === reaction && each.user.userId === user.userId;
  return {
    apply: (thread) =>
      changed(thread, commentId, (comment) => {
        const others = comment.reactionAnnotations.filter((each) => !isTheirs(each));
        return [{ ...comment, reactionAnnotations: isOn ? [...others, { reaction, user, createdAt: Date.now() }] : others }];
      }),
    isIn: (thread) => {
      const comment = commentOf(thread, commentId);
      return comment === undefined || comment.reactionAnnotations.some(isTheirs) === isOn;
    },
  };
}

function commentOf(thread: LiveThread | undefined, commentId: string): LiveComment | undefined {
  return thread?.comments.find((comment) => comment.commentId === commentId);
}

function changed(
  thread: LiveThread | undefined,
  commentId: string,
  change: (comment: LiveComment) => LiveComment[],
): LiveThread | undefined {
  return thread && { ...thread, comments: thread.comments.flatMap((each) => (each.commentId === commentId ? change(each) : [each])) };
}

function holds(thing: object, fields: object): boolean {
  const values = thing as Readonly<Record<string, unknown>>;
  return Object.entries(fields).every(([key, value]) => named(values[key]) === named(value));
}

// Labels, users and places are compared by their ids.
function named(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { id, userId, ...rest } = value as Readonly<Record<string, unknown>>;
  return id ?? userId ?? JSON.stringify(rest);
}
