import type { TransferRecord } from "../record.ts";
import { batchesOf, chunks, requestBounds } from "./batches.ts";
import type { Request } from "./sender.ts";

type Json = Readonly<Record<string, unknown>>;

interface Reaction {
  readonly reaction: string;
  readonly user: Json;
}

type Comment = Json & { readonly reactions?: readonly Reaction[] };

/** The requests that create threads, in this order, because each kind needs the one before. */
interface ThreadRequests {
  readonly threads: readonly Request[];
  /** Comments of long threads that do not fit into the request that creates the thread. The comments of one thread are in order. */
  readonly comments: readonly Request[];
  readonly reactions: readonly Request[];
}

export function threadRequests(records: readonly TransferRecord[]): ThreadRequests {
  const split = records.map(({ at, item }) => ({ at, item, pieces: chunks(commentsOf(item).map(withoutReactions), requestBounds) }));
  const threads = split.map(({ at, item, pieces }) => ({ at, item: { ...item, commentData: pieces[0] ?? [] } }));
  return {
    threads: batchesOf(threads).map(({ at, items }) => ({ operation: "threads.add", data: { ...at, commentAnnotations: items } })),
    comments: split.flatMap(({ at, item, pieces }) =>
      pieces.slice(1).map((commentData) => ({ operation: "comments.add", data: { ...at, annotationId: item.annotationId, commentData } })),
    ),
    reactions: records.flatMap(reactionRequests),
  };
}

function commentsOf({ commentData = [] }: Json): readonly Comment[] {
  return commentData as readonly Comment[];
}

function withoutReactions({ reactions: _reactions, ...comment }: Comment): Json {
  return comment;
}

// A request adds the reactions of one user to one comment.
function reactionRequests({ at, item }: TransferRecord): Request[] {
  return commentsOf(item).flatMap(({ commentId, reactions = [] }) => {
    const ofUsers = Map.groupBy(reactions, ({ user }) => user.userId);
    return [...ofUsers.values()].map((own) => {
      const data = {
        ...at,
        annotationId: item.annotationId,
        commentId,
        user: own[0]?.user,
        reactions: own.map(({ reaction }) => reaction),
      };
      return { operation: "reactions.add", data };
    });
  });
}
