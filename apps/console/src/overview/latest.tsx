import type { ThreadsListItem } from "@parley/sdk";
import { PageLink } from "../list/link.tsx";
import { type Column, ListTable } from "../list/list-table.tsx";
import { useList } from "../list/use-list.ts";
import { useDocumentNames } from "../organization/names.tsx";
import { useParley } from "../parley/client.ts";
import { PersonName } from "../people/person-name.tsx";
import { ThreadStatus } from "../places/thread-status.tsx";
import { Their } from "../text/their.tsx";
import { Time } from "../text/time.tsx";

/** The threads of an organization. */
export function Latest({ organization }: { readonly organization: string }) {
  const { parley, apiKey } = useParley();
  const list = useList<ThreadsListItem>(
    [apiKey, "threads", organization, "latest"],
    (pageToken) => parley.threads.list({ organizationId: organization, pageSize: 10, pageToken }),
    {
      refetchMs: 15_000,
    },
  );
  const nameOf = useDocumentNames(organization, list.data?.map(({ documentId }) => documentId) ?? []);
  const columns: readonly Column<ThreadsListItem>[] = [
    {
      title: "Thread",
      cell: ({ documentId, annotationId, comments }) => (
        <PageLink
          to="/k/$key/places/$organization/$document/$thread"
          params={{ key: apiKey, organization, document: documentId, thread: annotationId }}
          lineClamp={1}
        >
          <Their or={annotationId}>{comments.at(-1)?.commentText}</Their>
        </PageLink>
      ),
    },
    { title: "By", wide: true, cell: ({ comments }) => <PersonName person={comments.at(-1)?.from ?? null} organization={organization} /> },
    { title: "Document", wide: true, cell: ({ documentId }) => <Their>{nameOf(documentId)}</Their> },
    { title: "Status", cell: ({ status }) => <ThreadStatus {...status} /> },
    { title: "Updated", cell: ({ lastUpdated }) => <Time at={lastUpdated} /> },
  ];
  return (
    <ListTable
      label="Threads"
      list={list}
      columns={columns}
      rowKey={({ documentId, annotationId }) => `${documentId} ${annotationId}`}
      empty={{ title: "No threads", next: "Add an organization and a document; the first comment of a user begins a thread." }}
    />
  );
}
