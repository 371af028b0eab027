import { Box } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { useParley } from "../../parley/client.ts";
import type { Place } from "./place.ts";
import { type ActiveRow, activeIndex, treeMove } from "./tree-keys.ts";
import { rowHeight, TreeRowView } from "./tree-row.tsx";
import { treeRows } from "./tree-rows.ts";
import { useTree } from "./use-tree.ts";

interface PlaceTreeProps {
  readonly organization: string;
  /** The id of the folder whose documents are listed. */
  readonly folder: string | undefined;
  readonly onFolder: (id: string) => void;
}

const beyondView = 8;

/**
 * The folders, documents and threads of an organization. Each level loads when it is opened, and further pages as one scrolls; only the
 * rows in view are rendered, so that it stays fast however many there are.
 */
export function PlaceTree({ organization, folder, onFolder }: PlaceTreeProps) {
  const { apiKey: key } = useParley();
  const navigate = useNavigate();
  const tree = useTree(organization);
  const rows = useMemo(() => treeRows(tree.levels), [tree.levels]);
  const [active, setActive] = useState<ActiveRow>();
  const view = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => view.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: beyondView,
  });
  const activeAt = activeIndex(rows, active);

  const choose = ({ kind, id, document: within = id }: Place) => {
    const at = { key, organization, document: within };
    if (kind === "folder") onFolder(id);
    else if (kind === "document") void navigate({ to: "/k/$key/places/$organization/$document", params: at });
    else void navigate({ to: "/k/$key/places/$organization/$document/$thread", params: { ...at, thread: id } });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = event.target === view.current ? treeMove(event.key, rows, activeAt) : undefined;
    if (move === undefined) return;
    event.preventDefault();
    const row = rows[activeAt];
    if (typeof move === "object") {
      const to = rows[move.to];
      setActive(to && { key: to.key, at: move.to });
      virtual.scrollToIndex(move.to);
    } else if (row?.kind === "place") (move === "choose" ? choose : tree.toggle)(row.place);
  };

  return (
    <Box
      ref={view}
      role="tree"
      aria-label="Folders, documents and threads"
      aria-activedescendant={activeAt < 0 ? undefined : `tree-row-${activeAt}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="place-tree"
      style={{ height: `min(${virtual.getTotalSize()}px, var(--tree-most))` }}
    >
      <Box h={virtual.getTotalSize()} pos="relative">
        {virtual.getVirtualItems().map(({ index, key: rowKey, start }) => {
          const row = rows[index];
          return (
            row && (
              <Box key={rowKey} pos="absolute" left={0} right={0} top={0} style={{ transform: `translateY(${start}px)` }}>
                <TreeRowView
                  row={row}
                  id={`tree-row-${index}`}
                  isActive={index === activeAt}
                  isChosen={row.kind === "place" && row.place.kind === "folder" && row.place.id === folder}
                  onToggle={tree.toggle}
                  onChoose={choose}
                  onReadOn={tree.readOn}
                />
              </Box>
            )
          );
        })}
      </Box>
    </Box>
  );
}
