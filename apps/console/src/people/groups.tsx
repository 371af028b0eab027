import { Button, Code, Group, Stack, TextInput } from "@mantine/core";
import type { GroupsListItem } from "@parley/sdk";
import { type FormEvent, useState } from "react";
import { RemovalButton } from "../forms/removal-button.tsx";
import { PageLink } from "../list/link.tsx";
import { type Column, ListTable } from "../list/list-table.tsx";
import { SearchById } from "../list/search-by-id.tsx";
import { useFilters } from "../list/use-filters.ts";
import { useList } from "../list/use-list.ts";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";
import { Their } from "../text/their.tsx";
import { Time } from "../text/time.tsx";

/** The user groups of an organization. */
export function Groups({ organization }: { readonly organization: string }) {
  const { parley, apiKey, may } = useParley();
  const [{ id }, setFilters] = useFilters();
  const list = useList<GroupsListItem>([apiKey, "groups", organization, id], (pageToken) =>
    parley.groups.list({ organizationId: organization, pageSize: 50, pageToken, ...(id === undefined ? {} : { groupIds: [id] }) }),
  );
  const columns: readonly Column<GroupsListItem>[] = [
    {
      title: "Group",
      cell: ({ groupId, groupName }) => (
        <PageLink to="/k/$key/people" params={{ key: apiKey }} search={{ organization, group: groupId }}>
          <Their or={groupId}>{groupName}</Their>
        </PageLink>
      ),
    },
    { title: "Id", wide: true, cell: ({ groupId }) => <Code>{groupId}</Code> },
    { title: "Created", wide: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { title: "Actions", cell: ({ groupId }) => may("act") && <DeleteGroup organization={organization} groupId={groupId} /> },
  ];
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <SearchById label="Group id" value={id} onSearch={(wanted) => setFilters({ id: wanted })} />
        {may("act") && <AddGroup organization={organization} />}
      </Group>
      <ListTable
        label="Groups"
        list={list}
        columns={columns}
        rowKey={({ groupId }) => groupId}
        empty={
          id === undefined
            ? { title: "No groups", next: "A group addresses several users at once: add one above, open it, and add users." }
            : { title: "No group with this id", next: "Ids are case-sensitive." }
        }
      />
    </Stack>
  );
}

function AddGroup({ organization }: { readonly organization: string }) {
  const { parley, apiKey } = useParley();
  const [groupId, setGroupId] = useState("");
  const add = useAction({
    // Without a name, so that a group that exists keeps its own.
    run: async () => (await parley.groups.add({ organizationId: organization, organizationUserGroups: [{ groupId }] })).orThrow(),
    changes: [[apiKey, "groups"]],
    done: ({ only }) => only.message,
    onDone: () => setGroupId(""),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <Group component="form" onSubmit={submit} align="flex-end">
      <TextInput
        label="New group"
        placeholder="designers"
        required
        value={groupId}
        onChange={(event) => setGroupId(event.currentTarget.value)}
      />
      <Button type="submit" variant="light" loading={add.isPending}>
        Add group
      </Button>
    </Group>
  );
}

function DeleteGroup({ organization, groupId }: { readonly organization: string; readonly groupId: string }) {
  const { parley, apiKey } = useParley();
  const remove = useAction({
    run: async () => (await parley.groups.delete({ organizationId: organization, groupIds: [groupId] })).orThrow(),
    changes: [[apiKey, "groups"]],
    done: "The group has been deleted; its users stay in the organization.",
  });
  return (
    <RemovalButton
      label={`Delete the group ${groupId}`}
      title="Delete this group?"
      words={
        <>
          The users of <Their>{groupId}</Their> stay in the organization, but are in this group no more. This cannot be undone.
        </>
      }
      yes="Delete the group"
      run={() => remove.mutate()}
      isRunning={remove.isPending}
    >
      Delete
    </RemovalButton>
  );
}
