import { Button, Code, Group, Stack, Tabs } from "@mantine/core";
import type { User } from "@parley/sdk";
import { IconPlus } from "@tabler/icons-react";
import { PageLink } from "../list/link.tsx";
import { type Column, ListTable } from "../list/list-table.tsx";
import { Page } from "../list/page.tsx";
import { SearchById } from "../list/search-by-id.tsx";
import { useDialog } from "../list/use-dialog.ts";
import { useFilters } from "../list/use-filters.ts";
import { useList } from "../list/use-list.ts";
import { OfOrganization } from "../organization/of-organization.tsx";
import { OrganizationSelect } from "../organization/organization-select.tsx";
import { useParley } from "../parley/client.ts";
import { Their } from "../text/their.tsx";
import { AddPerson } from "./add-person.tsx";
import { Groups } from "./groups.tsx";

/** The users of an organization, and its groups. */
export function PeoplePage() {
  const [{ tab = "users" }, setFilters] = useFilters();
  return (
    <Page title="People" about="The users of an organization, their groups, and everything that is kept of them.">
      <OrganizationSelect />
      <OfOrganization>
        {(organization) => (
          <Tabs
            value={tab}
            onChange={(chosen) => setFilters({ tab: chosen === "users" ? undefined : (chosen ?? undefined) })}
            keepMounted={false}
          >
            <Tabs.List mb="md">
              <Tabs.Tab value="users">Users</Tabs.Tab>
              <Tabs.Tab value="groups">Groups</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="users">
              <Users organization={organization} />
            </Tabs.Panel>
            <Tabs.Panel value="groups">
              <Groups organization={organization} />
            </Tabs.Panel>
          </Tabs>
        )}
      </OfOrganization>
    </Page>
  );
}

function Users({ organization }: { readonly organization: string }) {
  const { parley, apiKey, may } = useParley();
  const [isAdding, adding] = useDialog("add-user");
  const [{ id, group }, setFilters] = useFilters();
  const list = useList<User>([apiKey, "users", organization, id, group], (pageToken) =>
    parley.users.list({
      organizationId: organization,
      pageSize: 50,
      pageToken,
      ...(id === undefined ? {} : { userIds: [id] }),
      ...(group === undefined ? {} : { organizationUserGroupIds: [group] }),
    }),
  );
  const columns: readonly Column<User>[] = [
    {
      title: "Name",
      cell: ({ userId, name }) => (
        <PageLink to="/k/$key/people/$organization/$user" params={{ key: apiKey, organization, user: userId }}>
          <Their or={userId}>{name}</Their>
        </PageLink>
      ),
    },
    { title: "E-mail", cell: ({ email }) => <Their>{email}</Their> },
    { title: "Id", wide: true, cell: ({ userId }) => <Code>{userId}</Code> },
  ];
  return (
    <Stack>
      <Group justify="space-between">
        <Group>
          <SearchById label="User id" value={id} onSearch={(wanted) => setFilters({ id: wanted })} />
          {group !== undefined && (
            <Button variant="default" size="sm" onClick={() => setFilters({ group: undefined })}>
              In group {group} ✕
            </Button>
          )}
        </Group>
        {may("act") && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={adding.open}>
            Add user
          </Button>
        )}
      </Group>
      <ListTable
        label="Users"
        list={list}
        columns={columns}
        rowKey={({ userId }) => userId}
        empty={
          id === undefined
            ? { title: "No users", next: "Add one here, or let your server call users.add when somebody signs up." }
            : { title: "No user has this id", next: "They may be in another organization. Ids are compared letter by letter." }
        }
      />
      <AddPerson organization={organization} isOpen={isAdding} onClose={adding.close} />
    </Stack>
  );
}
