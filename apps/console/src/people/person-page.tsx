import { Badge, Button, Paper, SimpleGrid, Stack, Tabs, Text } from "@mantine/core";
import type { Parley } from "@parley/sdk";
import { IconDownload } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { PageLink } from "../list/link.tsx";
import { Loading } from "../list/loading.tsx";
import { Page } from "../list/page.tsx";
import { saveFile } from "../list/save-file.ts";
import { Trail } from "../list/trail.tsx";
import { useFilters } from "../list/use-filters.ts";
import { useParley } from "../parley/client.ts";
import { Failure } from "../parley/failure.tsx";
import { useAction } from "../parley/use-action.tsx";
import { JsonView } from "../text/json-view.tsx";
import { Their } from "../text/their.tsx";
import { ErasePerson } from "./erase-person.tsx";
import { Memberships, type PlacesOfPerson } from "./memberships.tsx";
import { PersonItems } from "./person-items.tsx";

const collections = ["comments", "reactions", "recordings", "notifications"] as const;

interface Profile {
  readonly name?: string;
  readonly email?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly organizations?: readonly string[];
  readonly documents?: readonly string[];
  readonly folders?: readonly string[];
}

/** All data of a person in an organization, to view, export and erase. */
export function PersonPage() {
  const { organization = "", user = "" } = useParams({ strict: false }) as { organization?: string; user?: string };
  const { parley, apiKey, may } = useParley();
  const [{ tab = "comments" }, setFilters] = useFilters();
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [apiKey, "users", organization, "data", user],
    queryFn: async ({ pageParam }) => {
      const {
        data: page,
        result,
        nextPageToken,
      } = await parley.users.getData({ organizationId: organization, userId: user, pageToken: pageParam });
      return { page, profile: (result.userProfile ?? null) as Profile | null, nextPageToken };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextPageToken }) => nextPageToken ?? undefined,
  });
  if (isPending) return <Loading words="Loading this person's data…" />;
  if (data === undefined) return <Failure error={error} onRetry={refetch} />;
  const profile = data.pages[0]?.profile ?? null;
  const placesOf = (kind: keyof PlacesOfPerson) => data.pages.flatMap((page) => page.profile?.[kind] ?? []);
  const places = { organizations: placesOf("organizations"), folders: placesOf("folders"), documents: placesOf("documents") };
  const items = Object.fromEntries(collections.map((name) => [name, data.pages.flatMap(({ page }) => page[name])]));
  const found = collections.flatMap((name) => {
    const count = items[name]?.length ?? 0;
    return count === 0 ? [] : [`${count.toLocaleString()}${hasNextPage ? " or more" : ""} ${name}`];
  });
  const trail = (
    <Trail>
      <PageLink to="/k/$key/people" params={{ key: apiKey }} search={{ organization }}>
        People
      </PageLink>
    </Trail>
  );
  return (
    <Page
      title={profile?.name || user}
      id={user}
      trail={trail}
      actions={<Actions organization={organization} user={user} mayErase={may("administrate")} found={found} />}
    >
      {profile === null ? (
        <Text c="dimmed">Nobody with this id is in the organization. What is left of them is below.</Text>
      ) : (
        <ProfileFacts profile={profile} places={places} isWhole={!hasNextPage} />
      )}
      <Tabs
        value={tab}
        onChange={(chosen) => setFilters({ tab: chosen === "comments" ? undefined : (chosen ?? undefined) })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {collections.map((name) => (
            <Tabs.Tab
              key={name}
              value={name}
              rightSection={<Badge variant="default" size="sm">{`${items[name]?.length ?? 0}${hasNextPage ? "+" : ""}`}</Badge>}
              tt="capitalize"
            >
              {name}
            </Tabs.Tab>
          ))}
          <Tabs.Tab value="memberships">Memberships</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="memberships">
          <Memberships organization={organization} user={user} places={places} />
        </Tabs.Panel>
        {collections.map((name) => (
          <Tabs.Panel key={name} value={name}>
            <PersonItems organization={organization} name={name} items={items[name] ?? []} />
          </Tabs.Panel>
        ))}
      </Tabs>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Show more
        </Button>
      )}
    </Page>
  );
}

interface ActionsProps {
  readonly organization: string;
  readonly user: string;
  readonly mayErase: boolean;
  readonly found: readonly string[];
}

function Actions({ organization, user, mayErase, found }: ActionsProps) {
  const { parley } = useParley();
  const [pages, setPages] = useState(0);
  const save = useAction({
    run: () => exportPerson(parley, { organization, user }, setPages),
    done: "The file has all data of this person.",
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={save.isPending}
        onClick={() => save.mutate()}
      >
        {save.isPending ? `Exporting, page ${pages + 1}…` : "Export"}
      </Button>
      {mayErase && <ErasePerson user={user} found={found} />}
    </>
  );
}

interface ProfileFactsProps {
  readonly profile: Profile;
  readonly places: PlacesOfPerson;
  /** Whether all memberships have been read. */
  readonly isWhole: boolean;
}

function ProfileFacts({ profile: { email, metadata = {} }, places, isWhole }: ProfileFactsProps) {
  const count = (of: readonly string[]) => `${of.length.toLocaleString()}${isWhole ? "" : "+"}`;
  const facts = [
    ["E-mail", <Their key="email">{email ?? ""}</Their>],
    ["Organizations", count(places.organizations)],
    ["Folders", count(places.folders)],
    ["Documents", count(places.documents)],
  ] as const;
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        {facts.map(([name, value]) => (
          <Paper key={name} withBorder p="sm">
            <Text size="sm" c="dimmed">
              {name}
            </Text>
            <Text fw={600}>{value}</Text>
          </Paper>
        ))}
      </SimpleGrid>
      {Object.keys(metadata).length > 0 && <JsonView value={metadata} label="Metadata" />}
    </Stack>
  );
}

interface Whose {
  readonly organization: string;
  readonly user: string;
}

/** Reads all data of a person, page by page, and lets the browser save it as a file. `onPage` is called with the number of pages read. */
export async function exportPerson(parley: Parley, { organization, user }: Whose, onPage: (count: number) => void): Promise<void> {
  const pages: unknown[] = [];
  for await (const { data, result } of parley.users.getData({ organizationId: organization, userId: user }).pages()) {
    pages.push({ ...(result.userProfile === undefined ? {} : { userProfile: result.userProfile }), ...data });
    onPage(pages.length);
  }
  const whole = { organizationId: organization, userId: user, exportedAt: Date.now(), pages };
  saveFile(`${user.replaceAll(/[^A-Za-z0-9_-]/g, "_")}.json`, whole);
}
