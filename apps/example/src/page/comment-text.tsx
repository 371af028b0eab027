import type { LiveComment } from "@parley/sdk/browser";

/** What somebody wrote, as text with its mentions marked. What comments have as HTML is not shown: it is as its writer made it. */
export function CommentText({ comment }: { readonly comment: LiveComment }) {
  const tags = comment.taggedUserContacts.map(({ text }) => text).filter((text) => text !== "");
  // The longer name first, where one begins with the other.
  const pieces = split(
    comment.commentText,
    tags.toSorted((one, other) => other.length - one.length),
  );
  return (
    <p className="comment-text" dir="auto">
      {pieces.map((piece, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other name
        tags.includes(piece) ? <mark key={index}>{piece}</mark> : piece,
      )}
    </p>
  );
}

function split(text: string, [tag, ...more]: readonly string[]): string[] {
  if (tag === undefined) return [text];
  return text.split(tag).flatMap((piece, index) => [...(index === 0 ? [] : [tag]), ...split(piece, more)]);
}
