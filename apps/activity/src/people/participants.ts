/** The participants of a thread, and the comments that involve them. */
export interface ThreadPeople {
  readonly assigneeId: string | null;
  readonly comments: readonly CommentPeople[];
}

interface CommentPeople {
  readonly commentId: string;
  readonly createdAtMs: number;
  readonly authorId: string;
  readonly taggedIds: readonly string[];
}

/** A user and a comment that involves them. */
interface CommentUser {
  readonly userId: string;
  readonly commentId: string;
  readonly createdAtMs: number;
}

/** Rows of `comment_users` and `annotation_users` to add and to delete when a thread changes. */
export interface ParticipantsChange {
  readonly commentsJoined: readonly CommentUser[];
  readonly commentsLeft: readonly CommentUser[];
  /** Users involved in the annotation as a whole; the fields above are about single comments. */
  readonly joined: readonly string[];
  readonly left: readonly string[];
  /** Users whom a comment tags now, and users who stay although none does any more. */
  readonly mentioned: readonly string[];
  readonly unmentioned: readonly string[];
}

/** The difference between two states of one thread. */
export function participantsChange(before: ThreadPeople, after: ThreadPeople): ParticipantsChange {
  const commentsBefore = commentUsers(before);
  const commentsAfter = commentUsers(after);
  const usersBefore = threadUsers(before);
  const usersAfter = threadUsers(after);
  const taggedBefore = taggedUsers(before);
  const taggedAfter = taggedUsers(after);
  return {
    commentsJoined: missingIn(commentsBefore, commentsAfter),
    commentsLeft: missingIn(commentsAfter, commentsBefore),
    joined: [...usersAfter].filter((userId) => !usersBefore.has(userId)),
    left: [...usersBefore].filter((userId) => !usersAfter.has(userId)),
    mentioned: [...taggedAfter].filter((userId) => !taggedBefore.has(userId)),
    unmentioned: [...taggedBefore].filter((userId) => !taggedAfter.has(userId) && usersAfter.has(userId)),
  };
}

/** Whether nothing has to change. */
export function isUnchanged(changes: ParticipantsChange): boolean {
  return Object.values(changes).every((list: readonly unknown[]) => list.length === 0);
}

function commentUsers({ assigneeId, comments }: ThreadPeople): Map<string, CommentUser> {
  const users = new Map<string, CommentUser>();
  for (const { commentId, createdAtMs, authorId, taggedIds } of comments) {
    for (const userId of [authorId, ...taggedIds, ...(assigneeId === null ? [] : [assigneeId])]) {
      users.set(`${userId}\0${commentId}`, { userId, commentId, createdAtMs });
    }
  }
  return users;
}

function threadUsers({ assigneeId, comments }: ThreadPeople): Set<string> {
  const users = comments.flatMap(({ authorId, taggedIds }) => [authorId, ...taggedIds]);
  return new Set(assigneeId === null ? users : [...users, assigneeId]);
}

function taggedUsers({ comments }: ThreadPeople): Set<string> {
  return new Set(comments.flatMap(({ taggedIds }) => taggedIds));
}

function missingIn(known: ReadonlyMap<string, CommentUser>, candidates: ReadonlyMap<string, CommentUser>): CommentUser[] {
  return [...candidates].filter(([key]) => !known.has(key)).map(([, user]) => user);
}
