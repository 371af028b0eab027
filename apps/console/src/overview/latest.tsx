import { Text } from "@mantine/core";
import type { ActivitiesListItem } from "@parley/sdk";
import { PageLink } from "../list/link.tsx";
import { type Column, ListTable } from "../list/list-table.tsx";
import { useList } from "../list/use-list.ts";
import { useDocumentNames } from "../organization/names.tsx";
import { useParley } from "../parley/client.ts";
import { PersonName } from "../people/person-name.tsx";
import { Their } from "../text/their.tsx";
import { Time } from "../text/time.tsx";

interface LatestProps {
  readonly organization: string;
  /** Restricts the list to one document. */
  readonly documentId?: string;
}

/** The latest events of an organization or one of its documents, newest first; an event of a thread links to it. */
export function Latest({ organization, documentId }: LatestProps) {
  const { parley, apiKey } = useParley();
  const list = useList<ActivitiesListItem>(
    [apiKey, "activities", organization, "latest", documentId],
    (pageToken) =>
      parley.activities.list({
        organizationId: organization,
        pageSize: 10,
        pageToken,
        ...(documentId === undefined ? {} : { documentId }),
      }),
    { refetchMs: 15_000 },
  );
  const nameOf = useDocumentNames(organization, list.data?.map(({ documentId }) => documentId) ?? []);
  const document: Column<ActivitiesListItem> = {
    title: "Document",
    wide: true,
    cell: ({ documentId }) => <Their>{documentId && nameOf(documentId)}</Their>,
  };
  const columns: readonly Column<ActivitiesListItem>[] = [
    { title: "What", cell: (activity) => <What activity={activity} /> },
    { title: "By", wide: true, cell: ({ actionUser }) => <PersonName person={actionUser ?? null} organization={organization} /> },
    ...(documentId === undefined ? [document] : []),
    { title: "When", cell: ({ timestamp }) => <Time at={timestamp} /> },
  ];
  return (
    <ListTable
      label="Latest activity"
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{
        title: "No events yet",
        next:
          documentId === undefined
            ? "Add an organization and a document; the first comment of a user begins a thread."
            : "The first comment of a user on this document begins a thread.",
      }}
    />
  );
}

function What({ activity }: { readonly activity: ActivitiesListItem }) {
  const { apiKey } = useParley();
  const { organizationId: organization, documentId: document, displayMessage, actionType } = activity;
  const words = <Their or={actionType}>{displayMessage}</Their>;
  const thread = threadOf(activity);
  if (document === undefined || thread === undefined) return <Text size="sm">{words}</Text>;
  return (
    <PageLink
      to="/k/$key/places/$organization/$document/$thread"
      params={{ key: apiKey, organization, document, thread }}
      size="sm"
      lineClamp={1}
    >
      {words}
    </PageLink>
  );
}

/** The thread of a record that Parley wrote; a customer's own record may have anything there. */
function threadOf({ featureType, entityData }: ActivitiesListItem): string | undefined {
  if (featureType !== "comment" && featureType !== "reaction") return undefined;
  const { annotationId } = (entityData ?? {}) as { readonly annotationId?: unknown };
  return typeof annotationId === "string" ? annotationId : undefined;
}
