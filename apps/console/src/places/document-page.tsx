import { Badge, Select, Stack, Tabs, Text } from "@mantine/core";
import type { RecordingsListItem, CommentAnnotation as Thread } from "@parley/sdk";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { ButtonLink, PageLink } from "../list/link.tsx";
import { type Column, ListTable } from "../list/list-table.tsx";
import { Loading } from "../list/loading.tsx";
import { Missing } from "../list/missing.tsx";
import { Page } from "../list/page.tsx";
import { SearchById } from "../list/search-by-id.tsx";
import { Trail } from "../list/trail.tsx";
import { useFilters } from "../list/use-filters.ts";
import { useList } from "../list/use-list.ts";
import { OrganizationName } from "../organization/names.tsx";
import { Latest } from "../overview/latest.tsx";
import { useParley } from "../parley/client.ts";
import { Failure } from "../parley/failure.tsx";
import { PersonName } from "../people/person-name.tsx";
import { shownText } from "../text/mentioned.ts";
import { Their } from "../text/their.tsx";
import { Time } from "../text/time.tsx";
import { DeletePlace } from "./delete-place.tsx";
import { DisablePlace } from "./disable-place.tsx";
import { OpenState } from "./organizations-page.tsx";
import { ThreadStatus } from "./thread-status.tsx";
import { LiveBadge, useLive } from "./use-live.tsx";

/** Who may enter a document with a type of its own. */
const entering = { restricted: "Restricted", organizationPrivate: "Organization only", public: "All users" } as const;

/** A document: its threads, its recordings and its latest events, updated live. */
export function DocumentPage() {
  const { organization = "", document: documentId = "" } = useParams({ strict: false }) as { organization?: string; document?: string };
  const { parley, apiKey, may } = useParley();
  const [{ tab = "threads" }, setFilters] = useFilters();
  const isLive = useLive({ organization, documentId });
  const { data, error, refetch } = useQuery({
    queryKey: [apiKey, "documents", organization, "one", documentId],
    queryFn: async () => (await parley.documents.list({ organizationId: organization, documentIds: [documentId] })).data[0] ?? null,
  });
  if (error !== null) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Loading words="Loading the document…" />;
  if (data === null)
    return (
      <Missing title={`There is no document ${shownText(documentId)}`}>
        <ButtonLink to="/k/$key/places/$organization" params={{ key: apiKey, organization }}>
          Go to its organization
        </ButtonLink>
      </Missing>
    );
  const trail = (
    <Trail>
      <PageLink to="/k/$key/places" params={{ key: apiKey }}>
        Content
      </PageLink>
      <PageLink to="/k/$key/places/$organization" params={{ key: apiKey, organization }}>
        <OrganizationName id={organization} />
      </PageLink>
    </Trail>
  );
  const actions = may("act") && (
    <>
      <DisablePlace
        what="document"
        disabled={data.disabled}
        setDisabled={async (disabled) =>
          (await parley.documents.setDisabled({ organizationId: organization, documentIds: [documentId], disabled })).orThrow()
        }
        changes={[[apiKey, "documents"]]}
      />
      <DeletePlace
        what="document"
        id={documentId}
        dryRun={() => parley.documents.deleteDryRun({ organizationId: organization, documentIds: [documentId] })}
        remove={async () => (await parley.documents.delete({ organizationId: organization, documentIds: [documentId] })).orThrow()}
        backTo="/k/$key/places/$organization"
        params={{ organization }}
      />
    </>
  );
  return (
    <Page
      title={data.documentName ?? documentId}
      id={documentId}
      trail={trail}
      state={
        <>
          <OpenState disabled={data.disabled} />
          {data.accessType !== undefined && (
            <Badge variant="light" color={data.accessType === "restricted" ? "orange" : "gray"}>
              {entering[data.accessType]}
            </Badge>
          )}
          <LiveBadge isLive={isLive} />
        </>
      }
      actions={actions}
    >
      <Tabs
        value={tab}
        onChange={(chosen) => setFilters({ tab: chosen === "threads" ? undefined : (chosen ?? undefined) })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="threads">Threads</Tabs.Tab>
          <Tabs.Tab value="recordings">Recordings</Tabs.Tab>
          <Tabs.Tab value="activity">Activity</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="threads">
          <Threads organization={organization} documentId={documentId} />
        </Tabs.Panel>
        <Tabs.Panel value="recordings">
          <Recordings organization={organization} documentId={documentId} />
        </Tabs.Panel>
        <Tabs.Panel value="activity">
          <Latest organization={organization} documentId={documentId} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

interface DocumentProps {
  readonly organization: string;
  readonly documentId: string;
}

function Threads({ organization, documentId }: DocumentProps) {
  const { parley, apiKey } = useParley();
  const [{ status }, setFilters] = useFilters();
  const list = useList<Thread>([apiKey, "threads", organization, documentId, status], (pageToken) =>
    parley.threads.list({
      organizationId: organization,
      documentId,
      pageSize: 50,
      pageToken,
      ...(status === undefined ? {} : { statusIds: [status] }),
    }),
  );
  const columns: readonly Column<Thread>[] = [
    {
      title: "Thread",
      cell: ({ annotationId, comments }) => (
        <PageLink
          to="/k/$key/places/$organization/$document/$thread"
          params={{ key: apiKey, organization, document: documentId, thread: annotationId }}
          lineClamp={2}
        >
          <Their or={annotationId}>{comments[0]?.commentText}</Their>
        </PageLink>
      ),
    },
    { title: "Status", cell: ({ status: { name, type } }) => <ThreadStatus name={name} type={type} /> },
    { title: "Comments", wide: true, cell: ({ comments }) => comments.length },
    { title: "Assigned to", wide: true, cell: ({ assignedTo }) => <PersonName person={assignedTo ?? null} organization={organization} /> },
    { title: "Updated", wide: true, cell: ({ lastUpdated }) => <Time at={lastUpdated} /> },
  ];
  return (
    <Stack>
      <Select
        aria-label="Status"
        placeholder="Any status"
        clearable
        data={["OPEN", "IN_PROGRESS", "RESOLVED"]}
        value={status ?? null}
        onChange={(chosen) => setFilters({ status: chosen ?? undefined })}
        maw={220}
      />
      <ListTable
        label="Threads"
        list={list}
        columns={columns}
        rowKey={({ annotationId }) => annotationId}
        empty={{
          title: "No threads",
          next: status === undefined ? "A user's first comment on this document begins a thread." : "Choose another status to see others.",
        }}
      />
    </Stack>
  );
}

function Recordings({ organization, documentId }: DocumentProps) {
  const { parley, apiKey } = useParley();
  const [{ user }, setFilters] = useFilters();
  const list = useList<RecordingsListItem>([apiKey, "recordings", organization, documentId, user], (pageToken) =>
    parley.recordings.list({
      organizationId: organization,
      documentId,
      pageSize: 50,
      pageToken,
      ...(user === undefined ? {} : { userId: user }),
    }),
  );
  const columns: readonly Column<RecordingsListItem>[] = [
    { title: "Recording", cell: ({ name, recordingId }) => <Their or={recordingId}>{name}</Their> },
    { title: "Type", cell: ({ type }) => <Badge variant="light">{type ?? "other"}</Badge> },
    { title: "By", cell: ({ user }) => <PersonName person={user} organization={organization} /> },
    {
      title: "Length",
      wide: true,
      cell: ({ durationMs }) => <Text size="sm">{durationMs === null ? "—" : `${Math.round(durationMs / 1_000)} s`}</Text>,
    },
    { title: "Created", wide: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
  return (
    <Stack>
      <SearchById label="User id" value={user} onSearch={(wanted) => setFilters({ user: wanted })} />
      <ListTable
        label="Recordings"
        list={list}
        columns={columns}
        rowKey={({ recordingId }) => recordingId}
        empty={
          user === undefined
            ? { title: "No recordings", next: "Your application adds its users' recordings with recordings.add." }
            : { title: "No recordings of this user", next: "Clear the filter to see other users' recordings." }
        }
      />
    </Stack>
  );
}
