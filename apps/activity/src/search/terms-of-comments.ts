import { setImmediate as nextTurn } from "node:timers/promises";
import type { CommentToIndex } from "./comments-to-index.store.ts";
import { searchableText } from "./searchable-text.ts";
import { termHasher } from "./term-hash.ts";
import { termsOf } from "./words.ts";

// Requests have the processor in between.
const termsPerTurn = 250;

/** A comment with the hashes of what it is found by. */
export type WithTerms<Comment extends CommentToIndex> = Comment & { readonly terms: readonly number[] };

/** The first comments with their terms, until there are enough of these. */
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

/** What a comment is found by: the hashes of its words and beginnings of words, and of its document. */
function hashesOf(apiKeyId: string, { organizationId, documentId, ...comment }: CommentToIndex): number[] {
  const hash = termHasher({ apiKeyId, organizationId });
  return [documentTerm(documentId), ...termsOf(searchableText(comment))].map(hash);
}

/** What the comments of a document are found by. */
export function documentTerm(documentId: string): string {
  return `@${documentId}`;
}
