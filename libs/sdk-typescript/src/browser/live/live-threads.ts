import { newId } from "../../calls/options.ts";
import type { Me } from "../../gen/browser.ts";
import type { NamedUser } from "../../gen/types.ts";
import type { LiveComment, LiveThread } from "./live-thread.ts";
import { withComment, withCommentFields, withFields, withoutComment, withoutThread, withReaction, withThread } from "./thread-edits.ts";
import { type ThreadsSource, ThreadsStore } from "./threads-store.ts";
import type { SentAs, Write } from "./writes.ts";

/** The content of a comment. */
export interface CommentContent {
  readonly commentText?: string;
  readonly commentHtml?: string;
  /** The mentioned users, and the texts that mention them. */
  readonly taggedUserContacts?: readonly { readonly userId: string; readonly text?: string }[];
  readonly attachments?: LiveComment["attachments"];
  readonly metadata?: LiveComment["metadata"];
}

/** The fields of a new thread besides its first comment. */
export interface ThreadContent {
  /** The place within the document that the thread is about. */
  readonly location?: NonNullable<LiveThread["location"]>;
  readonly type?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A status or a priority as it is set: the server gives it a color if it has none. */
type Given<Label extends { readonly color: string }> = Omit<Label, "color"> & { readonly color?: string };

/** Fields of a thread. Only editors may change status, priority and assignee. */
export interface ThreadFields {
  readonly status?: Given<LiveThread["status"]>;
  readonly priority?: Given<NonNullable<LiveThread["priority"]>> | null;
  readonly assignedTo?: NamedUser | null;
  readonly location?: LiveThread["location"];
  readonly type?: string | null;
}

type ThreadCalls = Pick<Me, `${"add" | "update" | "delete"}${"Threads" | "Comments"}` | "addReactions" | "deleteReactions">;

export interface LiveThreadsOptions extends ThreadsSource {
  readonly calls: ThreadCalls;
  /** The author of threads, comments and reactions that are added. */
  readonly user: NamedUser;
}

/**
 * The threads of one document, kept up to date while the list has a subscriber. The user's writes are shown at once. An add stays, with its
 * `pending`, until the server has confirmed it, or the user discards it after a refusal. Any other write is undone when it is refused, and
 * its promise rejects.
 */
export class LiveThreads extends ThreadsStore {
  readonly #options: LiveThreadsOptions;

  constructor(options: LiveThreadsOptions) {
    super(options);
    this.#options = options;
  }

  /** Begins a thread, and returns its id. */
  addThread(comment: CommentContent, content: ThreadContent = {}): string {
    const annotationId = newId();
    const commentId = newId();
    const { calls, place, user } = this.#options;
    const commentAnnotations = [{ annotationId, ...content, commentData: [{ commentId, ...comment }] }];
    const made = threadOf({ ...place, annotationId, ...content }, user, commentOf(commentId, user, comment));
    const send = async (sentAs: SentAs) => (await calls.addThreads({ ...place, commentAnnotations }, sentAs)).orThrow();
    this.#add({ threadId: annotationId, ...withThread(made), send });
    return annotationId;
  }

  /** Adds a comment to a thread, and returns its id. */
  addComment(annotationId: string, content: CommentContent): string {
    const commentId = newId();
    const { calls, place, user } = this.#options;
    const commentData = [{ commentId, ...content }];
    const send = async (sentAs: SentAs) => (await calls.addComments({ ...place, annotationId, commentData }, sentAs)).orThrow();
    this.#add({ threadId: annotationId, ...withComment(commentOf(commentId, user, content)), send });
    return commentId;
  }

  /** Changes status, priority, assignee, place or type of a thread; null removes a value. */
  updateThread(annotationId: string, fields: ThreadFields): Promise<void> {
    const { calls, place } = this.#options;
    const { assignedTo, ...labels } = fields;
    const assignee = assignedTo === undefined ? {} : { assignedTo: assignedTo && { userId: assignedTo.userId } };
    const changes = { annotationIds: [annotationId], updatedData: { ...labels, ...assignee } };
    return this.#write(annotationId, withFields(colored(fields)), (sentAs) => calls.updateThreads({ ...place, ...changes }, sentAs));
  }

  /** Deletes one of the user's own threads. */
  deleteThread(annotationId: string): Promise<void> {
    const { calls, place } = this.#options;
    return this.#write(annotationId, withoutThread, (sentAs) => calls.deleteThreads({ ...place, annotationIds: [annotationId] }, sentAs));
  }

  /** Changes one of the user's own comments. */
  updateComment(annotationId: string, commentId: string, content: CommentContent): Promise<void> {
    const { calls, place } = this.#options;
    return this.#write(annotationId, withCommentFields(commentId, shown(content)), (sentAs) =>
      calls.updateComments({ ...place, annotationId, commentIds: [commentId], updatedData: content }, sentAs),
    );
  }

  /** Deletes one of the user's own comments. */
  deleteComment(annotationId: string, commentId: string): Promise<void> {
    const { calls, place } = this.#options;
    return this.#write(annotationId, withoutComment(commentId), (sentAs) =>
      calls.deleteComments({ ...place, annotationId, commentIds: [commentId] }, sentAs),
    );
  }

  /** Adds the user's reaction to a comment, or removes it. */
  react(annotationId: string, commentId: string, reaction: string, isOn: boolean): Promise<void> {
    const { calls, place, user } = this.#options;
    const data = { ...place, annotationId, commentId, reactions: [reaction] };
    return this.#write(annotationId, withReaction(commentId, reaction, user, isOn), (sentAs) =>
      isOn ? calls.addReactions(data, sentAs) : calls.deleteReactions(data, sentAs),
    );
  }

  // The list shows the outcome of an add.
  #add(write: Omit<Write, "isAdd">): void {
    this.write({ ...write, isAdd: true }).catch(() => undefined);
  }

  #write(threadId: string, edit: Pick<Write, "apply" | "isIn">, send: (sentAs: SentAs) => Promise<{ orThrow(): unknown }>): Promise<void> {
    return this.write({ threadId, ...edit, send: async (sentAs) => (await send(sentAs)).orThrow() });
  }
}

const noReactions = { reactionAnnotations: [], reactionAnnotationIds: [] };
// Lists that the server always returns empty.
const empty = { recorders: [], customList: [], toOrganizationUserGroup: [] };

/** The fields as they are shown until the server has confirmed them. */
function colored({ status, priority, ...fields }: ThreadFields): Parameters<typeof withFields>[0] {
  return {
    ...fields,
    ...(status === undefined ? {} : { status: { color: "", ...status } }),
    ...(priority === undefined ? {} : { priority: priority && { color: "", ...priority } }),
  };
}

function commentOf(commentId: string, from: NamedUser, content: CommentContent): LiveComment {
  const nowMs = Date.now();
  const nothing = { commentText: "", commentHtml: "", taggedUserContacts: [], attachments: [], metadata: {}, ...noReactions, ...empty };
  const times = { createdAt: nowMs, lastUpdated: nowMs, editedAt: null };
  return { commentId, from, type: "text", status: "added", ...nothing, ...shown(content), ...times };
}

/** The content as the server would return it. */
function shown({ taggedUserContacts, ...content }: CommentContent): Partial<LiveComment> {
  if (taggedUserContacts === undefined) return content;
  return { ...content, taggedUserContacts: taggedUserContacts.map(({ userId, text = "" }) => ({ userId, text, contact: { userId } })) };
}

function threadOf(
  at: ThreadContent & { readonly organizationId: string; readonly documentId: string; readonly annotationId: string },
  from: NamedUser,
  comment: LiveComment,
): LiveThread {
  const { organizationId, documentId, annotationId, location = null, type, metadata } = at;
  return {
    organizationId,
    documentId,
    annotationId,
    // The server fills in the color.
    status: { id: "OPEN", name: "OPEN", type: "default", color: "" },
    ...(type === undefined ? {} : { type }),
    location,
    ...(location?.id === undefined ? {} : { locationId: location.id }),
    from,
    involvedUserIds: [from.userId],
    mentionedUserIds: [],
    commentCategories: [],
    iam: {},
    comments: [comment],
    createdAt: comment.createdAt,
    lastUpdated: comment.createdAt,
    metadata: { ...metadata, apiKey: "", organizationId, documentId },
  };
}
