import { Button, Code, Group, SegmentedControl, Stack, Tabs, Text } from "@mantine/core";
import type { User } from "@parley/sdk";
import { IconPlus } from "@tabler/icons-react";
import type { EmptyProps } from "../list/empty.tsx";
import { PageLink } from "../list/link.tsx";
import { type Column, ListTable } from "../list/list-table.tsx";
import { Page } from "../list/page.tsx";
import { Search } from "../list/search.tsx";
import { useDialog, useFilters } from "../list/use-filters.ts";
import { useList } from "../list/use-list.ts";
import { OfOrganization } from "../organization/of-organization.tsx";
import { OrganizationSelect } from "../organization/organization-select.tsx";
import { useParley } from "../parley/client.ts";
import { Their } from "../text/their.tsx";
import { AddPerson } from "./add-person.tsx";
import { AddToGroup, ChosenGroup, RemoveFromGroup } from "./group-members.tsx";
import { Groups } from "./groups.tsx";

/** The users of an organization, and its groups. */
export function PeoplePage() {
  const [{ tab = "users" }, setFilters] = useFilters();
  return (
    <Page title="People" about="The users of an organization, their groups, and all their data.">
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
  const [{ q, group, of }, setFilters] = useFilters();
  const isOfDocuments = of === "documents";
  // A search finds all users, also those who are only in a document.
  const filters =
    group !== undefined
      ? { organizationUserGroupIds: [group] }
      : q !== undefined
        ? { searchKey: q, allDocuments: true }
        : isOfDocuments
          ? { allDocuments: true }
          : {};
  const list = useList<User>([apiKey, "users", organization, filters], (pageToken) =>
    parley.users.list({ organizationId: organization, pageSize: 50, pageToken, ...filters }),
  );
  const columns: readonly Column<User>[] = [
    {
      title: "Name",
      cell: ({ userId, name, email }) => (
        <>
          <PageLink to="/k/$key/people/$organization/$user" params={{ key: apiKey, organization, user: userId }}>
            <Their or={userId}>{name}</Their>
          </PageLink>
          <Text size="xs" c="dimmed" className="narrow-only">
            <Their or="">{email}</Their>
          </Text>
        </>
      ),
    },
    { title: "E-mail", wide: true, cell: ({ email }) => <Their>{email}</Their> },
    { title: "Id", wide: true, cell: ({ userId }) => <Code>{userId}</Code> },
    // Users of any document have a role in each of them, and none in the list.
    ...("allDocuments" in filters ? [] : [{ title: "Role", cell: ({ accessRole }: User) => accessRole ?? "" }]),
    ...(group === undefined || !may("act")
      ? []
      : [{ title: "Actions", cell: ({ userId }: User) => <RemoveFromGroup organization={organization} group={group} user={userId} /> }]),
  ];
  return (
    <Stack>
      <Group justify="space-between">
        <Group>
          <Search
            label="Search by name, e-mail or id"
            value={group === undefined ? q : undefined}
            onSearch={(wanted) => setFilters({ q: wanted, group: undefined })}
          />
          {group === undefined && q === undefined && (
            <SegmentedControl
              aria-label="Whose users"
              data={[
                { value: "organization", label: "Of the organization" },
                { value: "documents", label: "Of its documents" },
              ]}
              value={isOfDocuments ? "documents" : "organization"}
              onChange={(chosen) => setFilters({ of: chosen === "documents" ? "documents" : undefined })}
            />
          )}
          {group !== undefined && <ChosenGroup group={group} onLeave={() => setFilters({ group: undefined })} />}
        </Group>
        {may("act") && group !== undefined && <AddToGroup organization={organization} group={group} />}
        {may("act") && group === undefined && (
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
        empty={isOfDocuments && q === undefined && group === undefined ? noGuests : emptyOf(q, group)}
      />
      <AddPerson organization={organization} isOpen={isAdding} onClose={adding.close} />
    </Stack>
  );
}

const noGuests = {
  title: "No document has users of its own",
  next: "Users added to a document appear here, even if they are not in the organization.",
};

function emptyOf(q: string | undefined, group: string | undefined): EmptyProps {
  if (group !== undefined) return { title: "This group is empty", next: "Add users of the organization to it above." };
  if (q === undefined) return { title: "No users", next: "Add one here, or let your server call users.add when somebody signs up." };
  return {
    title: "No users found",
    next: "Type the beginning of a name, last name, e-mail address or id, or choose another organization above.",
  };
}
