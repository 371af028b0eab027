import { Text } from "@mantine/core";
import type { FoundThread } from "@parley/sdk";
import { PageLink } from "../list/link.tsx";
import { type Column, ListTable } from "../list/list-table.tsx";
import { useList } from "../list/use-list.ts";
import { useParley } from "../parley/client.ts";
import { Their } from "../text/their.tsx";
import { Time } from "../text/time.tsx";
import { ThreadStatus } from "./thread-status.tsx";

interface FoundThreadsProps {
  readonly organization: string;
  /** The words to search for. */
  readonly words: string;
}

/** The threads that have a comment with all of the words, newest first. */
export function FoundThreads({ organization, words }: FoundThreadsProps) {
  const { parley, apiKey } = useParley();
  const list = useList<FoundThread>([apiKey, "threads", organization, "found", words], (pageToken) =>
    parley.threads.search({ organizationId: organization, query: words, pageSize: 50, pageToken }),
  );
  const columns: readonly Column<FoundThread>[] = [
    {
      title: "Comment",
      cell: ({ thread: { documentId, annotationId }, excerpt }) => (
        <PageLink
          to="/k/$key/places/$organization/$document/$thread"
          params={{ key: apiKey, organization, document: documentId, thread: annotationId }}
          lineClamp={2}
        >
          <Their or={annotationId}>{excerpt}</Their>
        </PageLink>
      ),
    },
    { title: "Status", cell: ({ thread: { status } }) => <ThreadStatus name={status.name} type={status.type} /> },
    {
      title: "Document",
      wide: true,
      cell: ({ thread: { documentId } }) => (
        <PageLink to="/k/$key/places/$organization/$document" params={{ key: apiKey, organization, document: documentId }}>
          <Their or={documentId}>{documentId}</Their>
        </PageLink>
      ),
    },
    {
      title: "Found in",
      wide: true,
      cell: ({ commentIds: { length } }) => <Text size="sm">{length === 1 ? "1 comment" : `${length} comments`}</Text>,
    },
    { title: "Updated", wide: true, cell: ({ thread: { lastUpdated } }) => <Time at={lastUpdated} /> },
  ];
  return (
    <ListTable
      label="Threads"
      list={list}
      columns={columns}
      rowKey={({ thread: { documentId, annotationId } }) => JSON.stringify([documentId, annotationId])}
      empty={{ title: "No threads found", next: "All words must be in one comment; the last may be the beginning of a word." }}
    />
  );
}
