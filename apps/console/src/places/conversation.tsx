import { Button, Group, Stack, Text } from "@mantine/core";
import type { CommentAnnotation as Thread } from "@parley/sdk";
import { useState } from "react";
import { CommentBubble } from "./comment-bubble.tsx";

const mostShown = 50;

/** The comments of a thread; of very many, the latest first, so that the page stays bounded. */
export function Conversation({ thread }: { readonly thread: Thread }) {
  const { comments } = thread;
  // The end of the shown range, counted from the first comment, so that new comments do not move it. Undefined for the latest comments.
  const [turnedTo, setTurnedTo] = useState<number>();
  const end = Math.min(turnedTo ?? comments.length, comments.length);
  const begin = Math.max(0, end - mostShown);
  return (
    <Stack>
      {begin > 0 && (
        <Turn
          words={`${begin.toLocaleString()} earlier comments`}
          label="Earlier comments"
          onTurn={() => setTurnedTo(Math.max(mostShown, begin))}
        />
      )}
      {comments.slice(begin, end).map((comment) => (
        <CommentBubble key={comment.commentId} comment={comment} thread={thread} />
      ))}
      {end < comments.length && (
        <Turn
          words={`${(comments.length - end).toLocaleString()} later comments`}
          label="Later comments"
          onTurn={() => setTurnedTo(end + mostShown < comments.length ? end + mostShown : undefined)}
        />
      )}
    </Stack>
  );
}

function Turn({ words, label, onTurn }: { readonly words: string; readonly label: string; readonly onTurn: () => void }) {
  return (
    <Group justify="center">
      <Text size="sm" c="dimmed">
        {words}
      </Text>
      <Button size="xs" variant="default" onClick={onTurn}>
        {label}
      </Button>
    </Group>
  );
}
