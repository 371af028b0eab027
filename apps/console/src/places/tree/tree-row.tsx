import { ActionIcon, Badge, Button, Group, Text, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronRight, IconFile, IconFolder, IconMessage } from "@tabler/icons-react";
import { useEffect } from "react";
import { failureWords } from "../../parley/failure.tsx";
import { Their } from "../../text/their.tsx";
import type { Level, Place } from "./place.ts";
import type { TreeRow } from "./tree-rows.ts";

export const rowHeight = 32;

const indentPx = 16;
const icons = { folder: IconFolder, document: IconFile, thread: IconMessage } as const;

interface TreeRowProps {
  readonly row: TreeRow;
  readonly id: string;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly onToggle: (place: Place) => void;
  readonly onChoose: (place: Place) => void;
  readonly onReadOn: (level: Level) => void;
}

/** A row of the tree: a place, or the end of a level. */
export function TreeRowView({ row, id, isActive, isChosen, onToggle, onChoose, onReadOn }: TreeRowProps) {
  const indent = { height: rowHeight, paddingInlineStart: row.depth * indentPx };
  if (row.kind !== "place") {
    return (
      <Group id={id} role="treeitem" aria-level={row.depth + 1} data-active={isActive} className="tree-row" wrap="nowrap" style={indent}>
        <End kind={row.kind} level={row.level} onReadOn={onReadOn} />
      </Group>
    );
  }
  const { place, isOpen } = row;
  const Icon = icons[place.kind];
  return (
    <Group
      id={id}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-selected={isChosen}
      {...(place.kind === "thread" ? {} : { "aria-expanded": isOpen })}
      data-active={isActive}
      className="tree-row"
      gap={4}
      wrap="nowrap"
      style={indent}
    >
      {place.kind === "thread" ? (
        <span className="tree-no-chevron" />
      ) : (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          tabIndex={-1}
          onClick={() => onToggle(place)}
          aria-label={`${isOpen ? "Close" : "Open"} ${place.name}`}
        >
          {isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
        </ActionIcon>
      )}
      <UnstyledButton tabIndex={-1} onClick={() => onChoose(place)} title={place.name} className="tree-name">
        <Icon size={16} stroke={1.6} aria-hidden />
        <Text size="sm" truncate>
          <Their>{place.name}</Their>
        </Text>
      </UnstyledButton>
      {place.threads === undefined ? null : <ThreadBadge threads={place.threads} />}
    </Group>
  );
}

/** The number of a document's threads; nothing for none. */
function ThreadBadge({ threads }: Required<Pick<Place, "threads">>) {
  if (threads.total === 0) return null;
  const count = threads.hasMore ? `${(threads.total - 1).toLocaleString("en")}+` : threads.total.toLocaleString("en");
  const words = threads.total === 1 ? "1 thread" : `${count} threads`;
  return (
    <Badge size="sm" variant="light" color="gray" title={words} aria-label={words} style={{ flexShrink: 0 }}>
      {count}
    </Badge>
  );
}

const emptyWords = { folder: "Nothing in this folder", document: "No threads", thread: "" } as const;

function End({
  kind,
  level,
  onReadOn,
}: { readonly kind: "more" | "failed" | "empty" } & Pick<TreeRowProps, "onReadOn"> & { readonly level: Level }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each end of a level loads once when it comes into view, and again after the level was reset.
  useEffect(() => {
    if (kind === "more") onReadOn(level);
  }, [level.next]);
  if (kind === "failed") {
    const { sentence, requestId } = failureWords(level.error);
    return (
      <>
        <Text size="sm" c="var(--mantine-color-error)" truncate title={`${sentence} ${requestId}`} role="alert">
          {sentence} {requestId}
        </Text>
        <Button size="compact-xs" variant="default" tabIndex={-1} onClick={() => onReadOn(level)} style={{ flexShrink: 0 }}>
          Try again
        </Button>
      </>
    );
  }
  const words = level.parent === undefined ? "No folders or documents" : emptyWords[level.parent.kind];
  return (
    <Text size="sm" c="dimmed" ps={28}>
      {kind === "more" ? "Loading…" : words}
    </Text>
  );
}
