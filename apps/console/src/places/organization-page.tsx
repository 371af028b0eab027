import { Code, Grid, Group, NavLink, Paper, Text } from "@mantine/core";
import type { DocumentsListItem } from "@parley/sdk";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { ButtonLink, PageLink } from "../list/link.tsx";
import { type Column, ListTable } from "../list/list-table.tsx";
import { Loading } from "../list/loading.tsx";
import { Missing } from "../list/missing.tsx";
import { Page } from "../list/page.tsx";
import { Search } from "../list/search.tsx";
import { Trail } from "../list/trail.tsx";
import { useFilters } from "../list/use-filters.ts";
import { useList } from "../list/use-list.ts";
import { useFolderNames } from "../organization/names.tsx";
import { useParley } from "../parley/client.ts";
import { Failure } from "../parley/failure.tsx";
import { shownText } from "../text/mentioned.ts";
import { Their } from "../text/their.tsx";
import { Time } from "../text/time.tsx";
import { DeletePlace } from "./delete-place.tsx";
import { DisablePlace } from "./disable-place.tsx";
import { FoundThreads } from "./found-threads.tsx";
import { OpenState } from "./organizations-page.tsx";
import { PlaceTree } from "./tree/place-tree.tsx";

/** An organization: its folders as a tree that loads as it is opened, and the documents of the chosen folder. */
export function OrganizationPage() {
  const { organization = "" } = useParams({ strict: false }) as { organization?: string };
  const { parley, apiKey, may } = useParley();
  const key = [apiKey, "organizations", organization];
  const { data, error, refetch } = useQuery({
    queryKey: [...key, "one"],
    queryFn: async () => (await parley.organizations.list({ organizationIds: [organization] })).data[0] ?? null,
  });
  if (error !== null) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Loading words="Loading the organization…" />;
  if (data === null)
    return (
      <Missing title={`There is no organization ${shownText(organization)}`}>
        <ButtonLink to="/k/$key/places" params={{ key: apiKey }}>
          Go to content
        </ButtonLink>
      </Missing>
    );
  const trail = (
    <Trail>
      <PageLink to="/k/$key/places" params={{ key: apiKey }}>
        Content
      </PageLink>
    </Trail>
  );
  const actions = (
    <>
      <ButtonLink variant="default" to="/k/$key/people" params={{ key: apiKey }} search={{ organization }}>
        Members
      </ButtonLink>
      {may("act") && (
        <DisablePlace
          what="organization"
          disabled={data.disabled}
          setDisabled={async (disabled) =>
            (await parley.organizations.setDisabled({ organizationIds: [organization], disabled })).orThrow()
          }
          changes={[[apiKey, "organizations"]]}
        />
      )}
      {may("administrate") && (
        <DeletePlace
          what="organization"
          id={organization}
          dryRun={() => parley.organizations.deleteDryRun({ organizationIds: [organization] })}
          remove={async () => (await parley.organizations.delete({ organizationIds: [organization] })).orThrow()}
          backTo="/k/$key/places"
        />
      )}
    </>
  );
  return (
    <Page
      title={data.organizationName ?? organization}
      id={organization}
      trail={trail}
      state={<OpenState disabled={data.disabled} />}
      actions={actions}
    >
      <Documents organization={organization} />
    </Page>
  );
}

function Documents({ organization }: { readonly organization: string }) {
  const { parley, apiKey } = useParley();
  const [{ folder, q, words }, setFilters] = useFilters();
  const list = useList<DocumentsListItem>([apiKey, "documents", organization, folder, q], (pageToken) =>
    parley.documents.list({
      organizationId: organization,
      pageSize: 50,
      pageToken,
      ...(q !== undefined ? { search: q } : folder === undefined ? {} : { folderId: folder }),
    }),
  );
  const folderOf = useFolderNames(organization, list.data?.map(({ folderId }) => folderId) ?? []);
  const choose = (chosen: string | undefined) => setFilters({ folder: chosen, q: undefined, words: undefined });
  const columns: readonly Column<DocumentsListItem>[] = [
    {
      title: "Document",
      cell: ({ documentId, documentName }) => (
        <PageLink to="/k/$key/places/$organization/$document" params={{ key: apiKey, organization, document: documentId }}>
          <Their or={documentId}>{documentName}</Their>
        </PageLink>
      ),
    },
    { title: "Id", wide: true, cell: ({ documentId }) => <Code>{documentId}</Code> },
    { title: "Folder", wide: true, cell: ({ folderId }) => <Text size="sm">{folderId ? <Their>{folderOf(folderId)}</Their> : "—"}</Text> },
    { title: "State", cell: ({ disabled }) => <OpenState disabled={disabled} /> },
    { title: "Updated", wide: true, cell: ({ lastUpdated }) => <Time at={lastUpdated} /> },
  ];
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Paper withBorder p="sm">
          <NavLink component="button" label="All documents" active={folder === undefined} onClick={() => choose(undefined)} />
          <NavLink component="button" label="In no folder" active={folder === "root"} onClick={() => choose("root")} />
          <PlaceTree organization={organization} folder={folder} onFolder={choose} />
        </Paper>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Group mb="sm">
          <Search
            label="Search by name or id"
            value={q}
            onSearch={(wanted) => setFilters({ q: wanted, folder: undefined, words: undefined })}
          />
          <Search
            label="Search in comments"
            value={words}
            onSearch={(wanted) => setFilters({ words: wanted, folder: undefined, q: undefined })}
          />
        </Group>
        {words !== undefined ? (
          <FoundThreads organization={organization} words={words} />
        ) : (
          <ListTable
            label="Documents"
            list={list}
            columns={columns}
            rowKey={({ documentId }) => documentId}
            empty={
              q !== undefined
                ? { title: "No documents found", next: "Type the beginning of its name, or its whole id." }
                : {
                    title: "No documents here",
                    next: "Your server adds them with documents.add: one for each thing that users comment on.",
                  }
            }
          />
        )}
      </Grid.Col>
    </Grid>
  );
}
