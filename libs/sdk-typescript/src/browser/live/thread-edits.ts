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

interface ThreadFields {
  readonly status?: LiveThread["status"] | undefined;
  readonly priority?: LiveThread["priority"] | null;
  readonly assignedTo?: NamedUser | null | undefined;
  readonly location?: LiveThread["location"] | undefined;
  readonly type?: string | null | undefined;
}

/** Sets fields of a thread to the values that the server would return. */
export function withFields(fields: ThreadFields): Edit {
  const { priority, assignedTo, type } = fields;
  const removed = Object.entries({ priority, assignedTo, type }).flatMap(([name, value]) => (value === null ? [name] : []));
  return {
    apply: (thread) => thread && (without({ ...thread, ...fields }, removed) as unknown as LiveThread),
    isIn: (thread) => thread === undefined || holds(thread, fields),
  };
}

// The server leaves out what has no value.
function without(thread: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(thread).filter(([name]) => !names.includes(name)));
}

/** Sets fields of a comment. */
export function withCommentFields(commentId: string, fields: Partial<LiveComment>): Edit {
  return {
    apply: (thread) => changed(thread, commentId, (comment) => [{ ...comment, ...fields, status: "updated", editedAt: Date.now() }]),
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
  const isTheirs = ({ icon, fromUsers }: Reactions) => icon === reaction && fromUsers.some(({ from }) => from.userId === user.userId);
  return {
    apply: (thread) =>
      changed(thread, commentId, (comment) => {
        const reactionAnnotations = withUser(comment, reaction, user, isOn);
        return [{ ...comment, reactionAnnotations, reactionAnnotationIds: reactionAnnotations.map(({ annotationId }) => annotationId) }];
      }),
    isIn: (thread) => {
      const comment = commentOf(thread, commentId);
      return comment === undefined || comment.reactionAnnotations.some(isTheirs) === isOn;
    },
  };
}

type Reactions = LiveComment["reactionAnnotations"][number];

/** The reactions to a comment with those of a user for one icon added or removed. */
function withUser(comment: LiveComment, icon: string, from: NamedUser, isOn: boolean): Reactions[] {
  const found = comment.reactionAnnotations.find((each) => each.icon === icon);
  const made = found ?? { annotationId: `${comment.commentId}/${icon}`, icon, fromUsers: [] };
  const others = made.fromUsers.filter((each) => each.from.userId !== from.userId);
  const fromUsers = isOn ? [...others, { from, lastUpdated: Date.now() }] : others;
  const groups = found === undefined ? [...comment.reactionAnnotations, made] : comment.reactionAnnotations;
  return groups.flatMap((each) => (each.icon !== icon ? [each] : fromUsers.length === 0 ? [] : [{ ...each, fromUsers }]));
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
  // A value that was removed is left out.
  return Object.entries(fields).every(([key, value]) => named(values[key] ?? null) === named(value ?? null));
}

// Labels, users and places are compared by their ids.
function named(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { id, userId, ...rest } = value as Readonly<Record<string, unknown>>;
  return id ?? userId ?? JSON.stringify(rest);
}
