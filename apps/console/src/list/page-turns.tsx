import { Box, Button, Group } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { ListQuery } from "./use-list.ts";

interface PageTurnsProps {
  readonly label: string;
  readonly list: Pick<ListQuery<unknown>, "next" | "previous" | "isTurning">;
  readonly onTurn?: () => void;
}

/** Buttons to the previous and the next page; nothing if there is only one page. */
export function PageTurns({ label, list: { next, previous, isTurning }, onTurn }: PageTurnsProps) {
  if (next === undefined && previous === undefined && !isTurning) return null;
  const turn = (way: (() => void) | undefined) => () => {
    way?.();
    onTurn?.();
  };
  return (
    <Group component="nav" aria-label={`Pages of ${label.toLowerCase()}`} justify="flex-end" gap="xs">
      {isTurning && <Box fz="sm" c="dimmed" role="status">{`Loading ${label.toLowerCase()}…`}</Box>}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconChevronLeft size={14} aria-hidden />}
        disabled={previous === undefined}
        onClick={turn(previous)}
      >
        Previous
      </Button>
      <Button
        variant="default"
        size="xs"
        rightSection={<IconChevronRight size={14} aria-hidden />}
        disabled={next === undefined}
        onClick={turn(next)}
      >
        Next
      </Button>
    </Group>
  );
}
