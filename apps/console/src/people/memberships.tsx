import { Group, Paper, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { PageLink } from "../list/link.tsx";
import { Loading } from "../list/loading.tsx";
import { useParley } from "../parley/client.ts";
import { Failure } from "../parley/failure.tsx";
import { Their } from "../text/their.tsx";

export interface PlacesOfPerson {
  readonly organizations: readonly string[];
  readonly folders: readonly string[];
  readonly documents: readonly string[];
}

interface MembershipsProps {
  readonly organization: string;
  readonly user: string;
  readonly places: PlacesOfPerson;
}

const mostGroups = 1_000;

/** The groups, folders, documents and organizations that a person was added to. */
export function Memberships({ organization, user, places }: MembershipsProps) {
  const { parley, apiKey } = useParley();
  const { data, error, refetch } = useQuery({
    queryKey: [apiKey, "groups", organization, "of", user],
    queryFn: async () => (await parley.groups.list({ organizationId: organization, userId: user, pageSize: mostGroups })).data,
  });
  if (error !== null) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Loading words="Loading memberships…" />;
  const at = { key: apiKey, organization };
  return (
    <Stack>
      <Places title="Groups" none="In no group: choose a group on the page People to add them.">
        {data.map(({ groupId, groupName }) => (
          <PageLink key={groupId} to="/k/$key/people" params={{ key: apiKey }} search={{ organization, group: groupId }}>
            <Their or={groupId}>{groupName}</Their>
          </PageLink>
        ))}
      </Places>
      <Places title="Organizations" none="In no organization of this API key.">
        {places.organizations.map((id) => (
          <PageLink key={id} to="/k/$key/people/$organization/$user" params={{ key: apiKey, organization: id, user }}>
            <Their>{id}</Their>
          </PageLink>
        ))}
      </Places>
      <Places title="Folders" none="Added to no folder of this organization.">
        {places.folders.map((id) => (
          <PageLink key={id} to="/k/$key/places/$organization" params={at} search={{ folder: id }}>
            <Their>{id}</Their>
          </PageLink>
        ))}
      </Places>
      <Places title="Documents" none="Added to no document of this organization.">
        {places.documents.map((id) => (
          <PageLink key={id} to="/k/$key/places/$organization/$document" params={{ ...at, document: id }}>
            <Their>{id}</Their>
          </PageLink>
        ))}
      </Places>
    </Stack>
  );
}

function Places({ title, none, children }: { readonly title: string; readonly none: string; readonly children: readonly ReactNode[] }) {
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="dimmed" mb="xs">
        {title}
      </Text>
      {children.length === 0 ? <Text size="sm">{none}</Text> : <Group gap="sm">{children}</Group>}
    </Paper>
  );
}
