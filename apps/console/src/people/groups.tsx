import { Button, Code, Group, Stack, TextInput } from "@mantine/core";
import type { GroupsListItem } from "@parley/sdk";
import { type FormEvent, useState } from "react";
import { PageLink } from "../list/link.tsx";
import { type Column, ListTable } from "../list/list-table.tsx";
import { useList } from "../list/use-list.ts";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";
import { Their } from "../text/their.tsx";
import { Time } from "../text/time.tsx";

/** The user groups of an organization. */
export function Groups({ organization }: { readonly organization: string }) {
  const { parley, apiKey, may } = useParley();
  const list = useList<GroupsListItem>([apiKey, "groups", organization], (pageToken) =>
    parley.groups.list({ organizationId: organization, pageSize: 50, pageToken }),
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
    { title: "Delete", cell: ({ groupId }) => may("act") && <DeleteGroup organization={organization} groupId={groupId} /> },
  ];
  return (
    <Stack>
      {may("act") && <AddGroup organization={organization} />}
      <ListTable
        label="Groups"
        list={list}
        columns={columns}
        rowKey={({ groupId }) => groupId}
        empty={{
          title: "No groups",
          next: "A group names several users at once: add one above, then its users by the operation groups.addUsers.",
        }}
      />
    </Stack>
  );
}

function AddGroup({ organization }: { readonly organization: string }) {
  const { parley, apiKey } = useParley();
  const [groupId, setGroupId] = useState("");
  const add = useAction({
    run: async () =>
      (await parley.groups.add({ organizationId: organization, organizationUserGroups: [{ groupId, groupName: groupId }] })).orThrow(),
    changes: [[apiKey, "groups"]],
    done: "The group is there.",
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
    done: "The group is deleted; its users stay in the organization.",
  });
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      loading={remove.isPending}
      onClick={() => remove.mutate()}
      aria-label={`Delete the group ${groupId}`}
    >
      Delete
    </Button>
  );
}
