import type { LiveComment } from "@parley/sdk/browser";

// Each mention is an element of the page, and a comment of a few kilobytes could have thousands.
const mostMentions = 200;

/** The text of a comment with its mentions marked. The comment's HTML is not shown, because it is stored as its author sent it. */
export function CommentText({ comment }: { readonly comment: LiveComment }) {
  const pieces = split(
    comment.commentText,
    comment.taggedUserContacts.map(({ text }) => text),
  );
  return (
    <p className="comment-text" dir="auto">
      {pieces.map((piece, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other name
        index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece,
      )}
    </p>
  );
}

/** Splits a text into alternating text and mentions. A mention is a tag's text that begins with an at sign. */
function split(text: string, tags: readonly string[]): string[] {
  // Longer names come first, because one name may begin with another.
  const mentions = tags.filter((tag) => /^@./.test(tag)).toSorted((one, other) => other.length - one.length);
  const pieces: string[] = [];
  let from = 0;
  for (let at = text.indexOf("@"); at >= 0 && pieces.length < 2 * mostMentions; at = text.indexOf("@", Math.max(from, at + 1))) {
    const mention = mentions.find((each) => text.startsWith(each, at));
    if (mention === undefined) continue;
    pieces.push(text.slice(from, at), mention);
    from = at + mention.length;
  }
  return [...pieces, text.slice(from)];
}
