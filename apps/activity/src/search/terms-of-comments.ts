import { setImmediate as nextTurn } from "node:timers/promises";
import type { CommentToIndex } from "./comments-to-index.store.ts";
import { searchableText } from "./excerpt.ts";
import { termHasher } from "./term-hash.ts";
import { termsOf } from "./words.ts";

// Yields to the event loop after this many terms, so that requests are served in between.
const termsPerTurn = 250;

/** A comment with the hashes of its terms. */
export type WithTerms<Comment extends CommentToIndex> = Comment & { readonly terms: readonly number[] };

/** Adds the terms to comments in order, and stops once there are `enough` terms. */
export async function termsOfFirst<Comment extends CommentToIndex>(
  apiKeyId: string,
  comments: readonly Comment[],
  enough: number,
): Promise<WithTerms<Comment>[]> {
  const taken: WithTerms<Comment>[] = [];
  let count = 0;
  let ofTurn = 0;
  for (const comment of comments) {
    if (count >= enough) break;
    if (ofTurn >= termsPerTurn) {
      await nextTurn();
      ofTurn = 0;
    }
    const terms = hashesOf(apiKeyId, comment);
    taken.push({ ...comment, terms });
    count += terms.length;
    ofTurn += terms.length;
  }
  return taken;
}

/** The hashes of a comment's terms: of its words, their prefixes, and its document. */
function hashesOf(apiKeyId: string, { organizationId, documentId, ...comment }: CommentToIndex): number[] {
  const hash = termHasher({ apiKeyId, organizationId });
  return [documentTerm(documentId), ...termsOf(searchableText(comment))].map(hash);
}

/** The term that all comments of a document have. */
export function documentTerm(documentId: string): string {
  return `@${documentId}`;
}
