import type { Customer } from "../customer.ts";
import { OwnKeys } from "../own-keys.ts";
import { organizationId, type Scenario } from "../scenario.ts";
import type { Finding } from "../verify.ts";
import { threadsOf } from "./comments.ts";

const documentId = "searched";
const place = { organizationId, documentId };
const author = { userId: "alice", name: "Alice" };
// In every comment.
const word = "everywhere";

interface Found {
  readonly thread: { readonly annotationId: string; readonly comments: readonly { readonly commentText: string }[] };
}

const search = (customer: Customer, query: string) =>
  customer.list<Found>("/v2/commentannotations/search", { organizationId, query, pageSize: 100 });

/**
 * Threads of one comment each, whose words change, and threads that are deleted. All comments share one word; the stored facts are the
 * threads that a search for this word finds.
 */
export const searched: Scenario = {
  name: "search",
  hasOwnKey: true,
  showsWithinMs: 45_000,
  async arrange(customer) {
    await customer.arrange("/v2/organizations/documents/add", { organizationId, documents: [{ documentId }], createOrganization: true });
    await customer.arrange("/v2/workspace/apikeyconfig/update", { searchEnabled: true });
  },
  writer(name, random) {
    const threads = new OwnKeys(name, random);
    return () => {
      const idempotencyKey = `${name}-${threads.next()}`;
      if (threads.size > 3 && random.chance(0.2)) {
        const key = threads.take();
        return {
          path: "/v2/commentannotations/delete",
          data: { ...place, annotationIds: [key] },
          facts: [{ key, value: null }],
          idempotencyKey,
        };
      }
      const isNew = threads.size === 0 || random.chance(0.5);
      const key = isNew ? threads.add() : threads.any();
      const value = `${word} ${ownWord(name, threads.next())}`;
      const written = isNew
        ? { commentAnnotations: [{ annotationId: key, commentData: [{ commentId: "c", from: author, commentText: value }] }] }
        : { annotationId: key, commentIds: ["c"], updatedData: { commentText: value } };
      return {
        path: isNew ? "/v2/commentannotations/add" : "/v2/commentannotations/comments/update",
        data: { ...place, ...written },
        facts: [{ key, value }],
        idempotencyKey,
      };
    };
  },
  async stored(customer) {
    return (await search(customer, word)).map(({ thread }) => ({ key: thread.annotationId, value: textOf(thread) }));
  },
  /** Every existing thread is found by the word that only this thread contains since its last change. */
  async check(customer) {
    const findings: Finding[] = [];
    for (const thread of await threadsOf(customer, documentId)) {
      const [, own = ""] = textOf(thread).split(" ");
      const found = (await search(customer, own)).map(({ thread: { annotationId } }) => annotationId);
      if (found.length !== 1 || found[0] !== thread.annotationId) {
        findings.push({
          kind: "broken",
          scenario: "search",
          what: `${own} of ${thread.annotationId} finds ${found.join(", ") || "nothing"}`,
        });
      }
    }
    return findings;
  },
};

/** A word of which no other word is a prefix. */
function ownWord(name: string, number: number): string {
  return `${name.replaceAll(/[^a-z0-9]/g, "")}n${number}x`;
}

function textOf({ comments }: Found["thread"]): string {
  return comments[0]?.commentText ?? "";
}
