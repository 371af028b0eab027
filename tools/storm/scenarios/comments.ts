import type { Customer } from "../customer.ts";
import { OwnKeys } from "../own-keys.ts";
import { organizationId, type Scenario } from "../scenario.ts";

const documentId = "comments";
const place = { organizationId, documentId };
const author = { userId: "alice", name: "Alice" };

/** Threads and replies with ids chosen by the customer or by the service, changed texts, deleted comments. */
export const comments: Scenario = {
  name: "comments",
  arrange: (customer) => customer.arrange("/v2/organizations/documents/add", { organizationId, documents: [{ documentId }] }),
  writer(name, random) {
    const threads = new OwnKeys(name, random);
    const replies = new OwnKeys(`${name}-reply`, random);
    const threadOf = new Map<string, string>();
    return () => {
      const made = `made ${name} ${threads.next()}`;
      const idempotencyKey = `${name}-${threads.next()}`;
      const roll = random.next();
      if (threads.size === 0 || roll < 0.1) {
        const annotationId = threads.add();
        const commentId = `${annotationId}-first`;
        const text = `text ${threads.next()}`;
        return {
          path: "/v2/commentannotations/add",
          data: { ...place, commentAnnotations: [{ annotationId, commentData: [{ commentId, from: author, commentText: text }] }] },
          facts: [
            { key: annotationId, value: "thread" },
            { key: `${annotationId}/${commentId}`, value: text },
          ],
        };
      }
      if (roll < 0.2) {
        return {
          path: "/v2/commentannotations/add",
          data: { ...place, commentAnnotations: [{ type: made, commentData: [{ from: author, commentText: `first of ${made}` }] }] },
          facts: [
            { key: made, value: "thread" },
            { key: `first of ${made}`, value: "comment" },
          ],
          idempotencyKey,
        };
      }
      if (roll < 0.4) {
        const annotationId = threads.any();
        return {
          path: "/v2/commentannotations/comments/add",
          data: { ...place, annotationId, commentData: [{ from: author, commentText: made }] },
          facts: [{ key: made, value: "comment" }],
          idempotencyKey,
        };
      }
      if (replies.size < 3 || roll < 0.7) {
        const annotationId = threads.any();
        const commentId = replies.add();
        threadOf.set(commentId, annotationId);
        const text = `text ${threads.next()}`;
        return {
          path: "/v2/commentannotations/comments/add",
          data: { ...place, annotationId, commentData: [{ commentId, from: author, commentText: text }] },
          facts: [{ key: `${annotationId}/${commentId}`, value: text }],
          ...(random.chance(0.5) ? {} : { idempotencyKey }),
        };
      }
      const removes = roll > 0.9;
      const commentId = removes ? replies.take() : replies.any();
      const annotationId = threadOf.get(commentId) ?? "";
      const key = `${annotationId}/${commentId}`;
      if (removes) {
        return {
          path: "/v2/commentannotations/comments/delete",
          data: { ...place, annotationId, commentIds: [commentId] },
          facts: [{ key, value: null }],
          idempotencyKey,
        };
      }
      const text = `text ${threads.next()}`;
      return {
        path: "/v2/commentannotations/comments/update",
        data: { ...place, annotationId, commentIds: [commentId], updatedData: { commentText: text } },
        facts: [{ key, value: text }],
        idempotencyKey,
      };
    };
  },
  async stored(customer) {
    return (await threadsOf(customer, documentId)).flatMap(({ annotationId, type, comments }) => [
      { key: type ?? annotationId, value: "thread" },
      ...comments.map(({ commentId, commentText: text }) =>
        text.includes("made ") ? { key: text, value: "comment" } : { key: `${annotationId}/${commentId}`, value: text },
      ),
    ]);
  },
};

interface Thread {
  readonly annotationId: string;
  readonly type?: string;
  readonly comments: readonly {
    readonly commentId: string;
    readonly commentText: string;
    readonly reactionAnnotations: readonly {
      readonly icon: string;
      readonly fromUsers: readonly { readonly from: { readonly userId: string } }[];
    }[];
  }[];
}

/** The threads of a document. */
export function threadsOf(customer: Customer, documentId: string): Promise<Thread[]> {
  return customer.list<Thread>("/v2/commentannotations/get", { organizationId, documentId });
}
