import { Button, Group, Stack, Text } from "@mantine/core";
import type { ThreadsListItem } from "@parley/sdk";
import { useState } from "react";
import { CommentBubble } from "./comment-bubble.tsx";

const mostShown = 50;

/** The comments of a thread, the latest of them first where there are very many: what is on the page stays bounded. */
export function Conversation({ thread }: { readonly thread: ThreadsListItem }) {
  const { comments } = thread;
  // Counted from the end, so that what is added does not move what is read.
  const [later, setLater] = useState(0);
  const end = Math.max(Math.min(mostShown, comments.length), comments.length - later);
  const begin = Math.max(0, end - mostShown);
  return (
    <Stack>
      {begin > 0 && (
        <Turn words={`${begin.toLocaleString()} earlier comments`} label="Earlier comments" onTurn={() => setLater(later + mostShown)} />
      )}
      {comments.slice(begin, end).map((comment) => (
        <CommentBubble key={comment.commentId} comment={comment} thread={thread} />
      ))}
      {end < comments.length && (
        <Turn
          words={`${(comments.length - end).toLocaleString()} later comments`}
          label="Later comments"
          onTurn={() => setLater(Math.max(0, later - mostShown))}
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
