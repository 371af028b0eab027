import { plainText, threads } from "./described.ts";

// Comments of Figma (`GET /v1/files/{key}/comments`), and a spreadsheet.

/** A line of JSON for each file. */
export function figmaAnswers(): string {
  const files = Map.groupBy(threads, ({ document }) => document);
  return [...files]
    .map(([key, found]) => JSON.stringify({ comments: found.flatMap((thread) => commentsOf(key, thread)).toReversed() }))
    .join("\n");
}

function commentsOf(fileKey: string, { id, comments, createdAt, resolved }: (typeof threads)[number]) {
  return comments.map((comment, place) => ({
    // The thread is identified by the id of its root.
    id: place === 0 ? id : comment.id,
    file_key: fileKey,
    parent_id: place === 0 ? "" : id,
    user: { id: comment.author.id, handle: comment.author.name, img_url: "https://img.example/x.png" },
    created_at: new Date(comment.createdAt).toISOString(),
    resolved_at: place === 0 && resolved ? new Date(createdAt + 5).toISOString() : null,
    message: plainText(comment),
    client_meta: place === 0 ? { node_id: "1:2", node_offset: { x: 1, y: 2.5 } } : { x: 0, y: 0 },
    order_id: place === 0 ? "1" : null,
    reactions: comment.reactions.flatMap(({ emoji, people }) =>
      people.map((each) => ({ emoji, created_at: "2025-01-01T00:00:00Z", user: { id: each.id, handle: each.name } })),
    ),
  }));
}

const reacted = threads.flatMap(({ comments }) => comments.flatMap(({ reactions }) => reactions.flatMap(({ people }) => people))).length;

export const figmaLeftOut = { "row: order_id": threads.length, "row: reactions.created_at": reacted };
