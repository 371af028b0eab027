import { Badge, Group, Modal, Stack, Text, UnstyledButton } from "@mantine/core";
import type { ActivitiesListItem } from "@parley/sdk";
import { useState } from "react";
import { type Column, ListTable } from "../list/list-table.tsx";
import { Page } from "../list/page.tsx";
import { SearchById } from "../list/search-by-id.tsx";
import { useFilters } from "../list/use-filters.ts";
import { useList } from "../list/use-list.ts";
import { useDocumentNames } from "../organization/names.tsx";
import { OfOrganization } from "../organization/of-organization.tsx";
import { OrganizationSelect } from "../organization/organization-select.tsx";
import { useParley } from "../parley/client.ts";
import { PersonName } from "../people/person-name.tsx";
import { JsonView } from "../text/json-view.tsx";
import { Their } from "../text/their.tsx";
import { Time } from "../text/time.tsx";

/** The activity log of an organization, newest first. */
export function ActivityPage() {
  const [{ user, document, action }, setFilters] = useFilters();
  return (
    <Page title="Activity log" about="The events of an organization, newest first.">
      <Group align="flex-end">
        <OrganizationSelect />
        <SearchById label="User id" value={user} onSearch={(wanted) => setFilters({ user: wanted })} />
        <SearchById label="Document id" value={document} onSearch={(wanted) => setFilters({ document: wanted })} />
        <SearchById label="Action type" value={action} onSearch={(wanted) => setFilters({ action: wanted })} />
      </Group>
      <OfOrganization>{(organization) => <Log organization={organization} />}</OfOrganization>
    </Page>
  );
}

function Log({ organization }: { readonly organization: string }) {
  const { parley, apiKey } = useParley();
  const [{ user, document, action }] = useFilters();
  const [shown, setShown] = useState<ActivitiesListItem>();
  const filters = {
    ...(user === undefined ? {} : { userId: user }),
    ...(document === undefined ? {} : { documentId: document }),
    ...(action === undefined ? {} : { actionTypes: [action] }),
  };
  const list = useList<ActivitiesListItem>([apiKey, "activities", organization, filters], (pageToken) =>
    parley.activities.list({ organizationId: organization, ...filters, pageSize: 50, pageToken }),
  );
  const nameOf = useDocumentNames(organization, list.data?.map(({ documentId }) => documentId) ?? []);
  const columns: readonly Column<ActivitiesListItem>[] = [
    {
      title: "What",
      cell: (activity) => (
        <UnstyledButton onClick={() => setShown(activity)} c="var(--mantine-color-anchor)">
          <Text size="sm">
            <Their or={activity.actionType}>{activity.displayMessage}</Their>
          </Text>
        </UnstyledButton>
      ),
    },
    {
      title: "Type",
      wide: true,
      cell: ({ actionType }) => (
        <Badge variant="default" tt="none">
          {actionType}
        </Badge>
      ),
    },
    { title: "By", wide: true, cell: ({ actionUser }) => <PersonName person={actionUser ?? null} organization={organization} /> },
    { title: "Document", wide: true, cell: ({ documentId }) => <Their>{documentId && nameOf(documentId)}</Their> },
    { title: "When", cell: ({ timestamp }) => <Time at={timestamp} /> },
  ];
  return (
    <Stack>
      <ListTable
        label="Activities"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          Object.keys(filters).length > 0
            ? { title: "No matching events", next: "Clear a filter to see more." }
            : {
                title: "No events yet",
                next: "Events of threads, comments and reactions appear here automatically; your server adds its own with activities.add.",
              }
        }
      />
      <Modal opened={shown !== undefined} onClose={() => setShown(undefined)} title="Activity" size="lg">
        <JsonView value={shown} label="Activity" />
      </Modal>
    </Stack>
  );
}
