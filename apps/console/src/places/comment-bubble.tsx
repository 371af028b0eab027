import { ActionIcon, Anchor, Avatar, Badge, Group, Menu, Paper, Stack, Text } from "@mantine/core";
import type { CommentAnnotation as Thread, ThreadComment } from "@parley/sdk";
import { IconDots, IconPaperclip, IconTrash } from "@tabler/icons-react";
import { AskFirst } from "../forms/ask-first.tsx";
import { PageLink } from "../list/link.tsx";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";
import { PersonName } from "../people/person-name.tsx";
import { mentioned } from "../text/mentioned.ts";
import { Their } from "../text/their.tsx";
import { Time } from "../text/time.tsx";
import { type Operator, useOperator } from "./use-operator.tsx";

interface CommentBubbleProps {
  readonly comment: ThreadComment;
  readonly thread: Thread;
}

/** A comment with its reactions. Its text is shown as plain text, whatever it contains. */
export function CommentBubble({ comment, thread }: CommentBubbleProps) {
  const { from, commentText, createdAt, editedAt, attachments, reactionAnnotations } = comment;
  return (
    <Paper withBorder p="md" component="article">
      <Group justify="space-between" mb={6} wrap="nowrap">
        <Group gap="xs">
          <Avatar size={28} radius="xl" color="initials" name={from.name ?? from.userId} alt="" />
          <PersonName person={from} organization={thread.organizationId} />
          <Time at={createdAt} c="dimmed" />
          {editedAt !== null && (
            <Text size="xs" c="dimmed">
              edited
            </Text>
          )}
        </Group>
        <CommentMenu comment={comment} thread={thread} />
      </Group>
      <Text className="said" component="div">
        {commentText === "" ? <Their or="No text">{commentText}</Their> : <Words comment={comment} thread={thread} />}
      </Text>
      <Stack gap={4} mt="xs">
        {attachments.map((attachment) => (
          <Attachment key={String(attachment.attachmentId ?? attachment.url)} attachment={attachment} />
        ))}
      </Stack>
      <Reactions reactions={reactionAnnotations} />
    </Paper>
  );
}

/** A comment's text, with mentions linked to the mentioned users. */
function Words({ comment: { commentText, taggedUserContacts }, thread: { organizationId: organization } }: CommentBubbleProps) {
  const { apiKey } = useParley();
  return mentioned(commentText, taggedUserContacts).map(({ text, userId }, index) => {
    const key = `${index} ${text}`;
    if (userId === undefined) return <Their key={key}>{text}</Their>;
    const params = { key: apiKey, organization, user: userId };
    return (
      <PageLink key={key} to="/k/$key/people/$organization/$user" params={params} fz="inherit" className="mention" underline="never">
        <Their>{text}</Their>
      </PageLink>
    );
  });
}

function CommentMenu({ comment: { commentId }, thread: { organizationId, documentId, annotationId } }: CommentBubbleProps) {
  const { parley, apiKey, may } = useParley();
  const { as, question } = useOperator();
  const remove = useAction({
    run: async (actionUser: Operator) =>
      (await parley.comments.delete({ organizationId, documentId, annotationId, commentIds: [commentId], actionUser })).orThrow(),
    changes: [[apiKey, "threads"]],
    done: "The comment has been deleted.",
  });
  if (!may("act")) return null;
  return (
    <AskFirst
      title="Delete this comment?"
      words="Its text, attachments and reactions are deleted for everyone. This cannot be undone."
      yes="Delete the comment"
      run={() => as(remove.mutate)}
    >
      {(ask) => (
        <>
          {question}
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label="Actions for this comment" loading={remove.isPending}>
                <IconDots size={16} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={ask}>
                Delete…
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      )}
    </AskFirst>
  );
}

function Attachment({ attachment: { name, url } }: { readonly attachment: Readonly<Record<string, unknown>> }) {
  const words = typeof name === "string" && name !== "" ? name : String(url ?? "An attachment");
  // Only a web address becomes a link; anything else is shown as text.
  const isWeb = typeof url === "string" && /^https?:\/\//i.test(url);
  return (
    <Group gap={6} wrap="nowrap">
      <IconPaperclip size={14} style={{ flexShrink: 0 }} aria-hidden />
      {isWeb ? (
        <Anchor href={url} target="_blank" rel="noopener noreferrer">
          <Their>{words}</Their>
        </Anchor>
      ) : (
        <Text size="sm">
          <Their>{words}</Their>
        </Text>
      )}
    </Group>
  );
}

function Reactions({ reactions }: { readonly reactions: ThreadComment["reactionAnnotations"] }) {
  if (reactions.length === 0) return null;
  return (
    <Group gap={6} mt="xs">
      {reactions.map(({ icon, fromUsers }) => (
        <Badge key={icon} variant="default" size="lg" tt="none" title={fromUsers.map(({ from }) => from.name ?? from.userId).join(", ")}>
          <Their>{icon}</Their> {fromUsers.length}
        </Badge>
      ))}
    </Group>
  );
}
