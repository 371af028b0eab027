import { Badge, Button, Code, TextInput } from "@mantine/core";
import type { OrganizationsListItem } from "@parley/sdk";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { AddDialog } from "../forms/add-dialog.tsx";
import { PageLink } from "../list/link.tsx";
import { type Column, ListTable } from "../list/list-table.tsx";
import { Page } from "../list/page.tsx";
import { Search } from "../list/search.tsx";
import { useDialog, useFilters } from "../list/use-filters.ts";
import { useList } from "../list/use-list.ts";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";
import { Their } from "../text/their.tsx";
import { Time } from "../text/time.tsx";

/** The organizations of an API key, to which all other content belongs. */
export function OrganizationsPage() {
  const { parley, apiKey, may } = useParley();
  const [isAdding, adding] = useDialog("add-organization");
  const [{ q }, setFilters] = useFilters();
  const list = useList<OrganizationsListItem>([apiKey, "organizations", "list", q], (pageToken) =>
    parley.organizations.list({ pageToken, pageSize: 50, ...(q === undefined ? {} : { search: q }) }),
  );
  const columns: readonly Column<OrganizationsListItem>[] = [
    {
      title: "Organization",
      cell: ({ organizationId, organizationName }) => (
        <PageLink to="/k/$key/places/$organization" params={{ key: apiKey, organization: organizationId }}>
          <Their or={organizationId}>{organizationName}</Their>
        </PageLink>
      ),
    },
    { title: "Id", wide: true, cell: ({ organizationId }) => <Code>{organizationId}</Code> },
    { title: "State", cell: ({ disabled }) => <OpenState disabled={disabled} /> },
    { title: "Created", wide: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
  const add = may("act") && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={adding.open}>
      Add organization
    </Button>
  );
  return (
    <Page title="Content" about="Organizations, with their folders, documents and threads." actions={add}>
      <Search label="Search by name or id" value={q} onSearch={(wanted) => setFilters({ q: wanted })} />
      <ListTable
        label="Organizations"
        list={list}
        columns={columns}
        rowKey={({ organizationId }) => organizationId}
        empty={
          q === undefined
            ? {
                title: "No organizations",
                next: "Add one here, or let your server call organizations.add: all other content belongs to an organization.",
              }
            : { title: "No organizations found", next: "Type the beginning of its name, or its whole id." }
        }
      />
      <AddOrganization isOpen={isAdding} onClose={adding.close} />
    </Page>
  );
}

/** Whether the users of a place may read and write in it. */
export function OpenState({ disabled }: { readonly disabled: boolean }) {
  return (
    <Badge variant="light" color={disabled ? "red" : "green"}>
      {disabled ? "Disabled" : "Active"}
    </Badge>
  );
}

function AddOrganization({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { parley, apiKey } = useParley();
  const [organizationId, setId] = useState("");
  const [organizationName, setName] = useState("");
  const add = useAction({
    run: async () => {
      // An empty name would take the name of an organization that exists.
      const organization = { organizationId, ...(organizationName === "" ? {} : { organizationName }) };
      return (await parley.organizations.add({ organizations: [organization] })).orThrow();
    },
    changes: [[apiKey, "organizations"]],
    done: ({ only }) => only.message,
    onDone: () => {
      for (const clear of [setId, setName]) clear("");
      onClose();
    },
  });
  return (
    <AddDialog title="Add an organization" {...{ isOpen, onClose, add }}>
      <TextInput
        label="Id"
        required
        data-autofocus
        value={organizationId}
        onChange={(event) => setId(event.currentTarget.value)}
        placeholder="acme"
      />
      <TextInput label="Name" value={organizationName} onChange={(event) => setName(event.currentTarget.value)} placeholder="Acme Inc." />
    </AddDialog>
  );
}
