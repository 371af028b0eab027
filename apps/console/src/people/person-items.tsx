import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Empty } from "../list/empty.tsx";
import { useDocumentNames, useUserNames } from "../organization/names.tsx";
import { JsonView } from "../text/json-view.tsx";
import { Their } from "../text/their.tsx";
import { Time } from "../text/time.tsx";

interface Author {
  readonly userId?: string;
  readonly name?: string;
}

/** An item of a person's data: a comment, reaction, recording or notification. */
interface Kept extends Readonly<Record<string, unknown>> {
  readonly documentId?: string;
  readonly createdAt?: number;
  /** The time of a notification. */
  readonly timestamp?: number;
  /** The author: `from` of a comment, `user` of a reaction or recording, `actionUser` of a notification. */
  readonly from?: Author;
  readonly user?: Author;
  readonly actionUser?: Author;
}

interface PersonItemsProps {
  readonly organization: string;
  readonly name: string;
  readonly items: readonly Kept[];
}

/**
 * A person's data. Each item shows its author, because comments that tag the person and notifications to the person are written by others.
 */
export function PersonItems({ organization, name, items }: PersonItemsProps) {
  const documentOf = useDocumentNames(
    organization,
    items.map(({ documentId }) => documentId),
  );
  const nameOf = useUserNames(
    organization,
    items.map((item) => (authorOf(item).name ? undefined : authorOf(item).userId)),
  );
  if (items.length === 0) return <Empty title={`No ${name}`} next="This person's activity in your application appears here." />;
  return (
    <Stack gap="sm">
      {items.map((item) => (
        <Item
          key={String(item.commentId ?? item.recordingId ?? item.notificationId ?? JSON.stringify(item))}
          item={item}
          by={authorOf(item).name || nameOf(authorOf(item).userId ?? "")}
          document={documentOf(item.documentId ?? "")}
        />
      ))}
    </Stack>
  );
}

interface ItemProps {
  readonly item: Kept;
  readonly by: string;
  readonly document: string;
}

function Item({ item, by, document }: ItemProps) {
  const [isOpen, setOpen] = useState(false);
  const at = item.createdAt ?? item.timestamp;
  const words = [item.commentText, item.displayHeadlineMessage, item.reaction, item.name].find(
    (value) => typeof value === "string" && value !== "",
  );
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" wrap="nowrap">
        <Stack gap={2}>
          <Text size="sm" lineClamp={2}>
            <Their>{typeof words === "string" ? words : "Without words"}</Their>
          </Text>
          <Text size="xs" c="dimmed">
            <Their>{by}</Their> in <Their>{document}</Their>, {at !== undefined && <Time at={at} />}
          </Text>
        </Stack>
        <Button size="compact-xs" variant="subtle" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
          {isOpen ? "Less" : "Show all"}
        </Button>
      </Group>
      {isOpen && <JsonView value={item} />}
    </Paper>
  );
}

function authorOf({ from, user, actionUser }: Kept): Author {
  return from ?? user ?? actionUser ?? {};
}
