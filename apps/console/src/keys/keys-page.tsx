import { Badge, Button, Code, Divider, Stack, Switch, Title } from "@mantine/core";
import type { ApiKeysListItem } from "@parley/sdk";
import { IconPlus } from "@tabler/icons-react";
import { AskFirst } from "../forms/ask-first.tsx";
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
import { CreateKey } from "./create-key.tsx";
import { WorkspaceTokens } from "./workspace-tokens.tsx";

/** The API keys of the workspace, and the workspace's own tokens. */
export function KeysPage() {
  const { parley, may } = useParley();
  const [isCreating, creating] = useDialog("create-key");
  const [{ q }, setFilters] = useFilters();
  const list = useList<ApiKeysListItem>(["apiKeys", "list", q], (pageToken) =>
    parley.apiKeys.list({ pageSize: 50, pageToken, ...(q === undefined ? {} : { search: q }) }),
  );
  const create = may("administrate") && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={creating.open}>
      Create API key
    </Button>
  );
  return (
    <Page
      title="API keys and tokens"
      about="Each API key is a separate environment, with its own data, tokens and webhooks."
      actions={create}
    >
      <Search label="Search by name or id" value={q} onSearch={(wanted) => setFilters({ q: wanted })} />
      <ListTable
        label="API keys"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          q === undefined
            ? { title: "No API keys", next: "Create one: your application's server sends it with every request." }
            : { title: "No API keys found", next: "Type the beginning of its name, or its whole id." }
        }
      />
      <Divider />
      <Stack>
        <Title order={2}>Tokens of the workspace</Title>
        <WorkspaceTokens />
      </Stack>
      <CreateKey isOpen={isCreating} onClose={creating.close} />
    </Page>
  );
}

const columns: readonly Column<ApiKeysListItem>[] = [
  {
    title: "Name",
    cell: ({ id, apiKeyName }) => (
      <PageLink to="/keys/$tokensOf" params={{ tokensOf: id }}>
        <Their or="No name">{apiKeyName}</Their>
      </PageLink>
    ),
  },
  { title: "API key", wide: true, cell: ({ id }) => <Code style={{ overflowWrap: "anywhere" }}>{id}</Code> },
  {
    title: "Type",
    cell: ({ type }) => (
      <Badge variant="light" color={type === "production" ? "green" : "gray"}>
        {type}
      </Badge>
    ),
  },
  { title: "Created", wide: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: "Enabled", cell: (key) => <Enabled apiKey={key} /> },
];

function Enabled({ apiKey: { id, apiKeyName, disabled } }: { readonly apiKey: ApiKeysListItem }) {
  const { parley, may } = useParley();
  const change = useAction({
    run: (disable: boolean) => parley.apiKeys.setDisabled({ apiKey: id, disabled: disable }),
    changes: [["apiKeys"]],
    done: (_answer, disable) =>
      disable ? "Requests with this key are refused within 5 seconds." : "The key works again within 5 seconds.",
  });
  return (
    <AskFirst
      title="Disable this API key?"
      words={
        <>
          Every request with <Their or={id}>{apiKeyName}</Their> is refused within 5 seconds, until it is enabled again. Nothing is deleted.
        </>
      }
      yes="Disable the API key"
      run={() => change.mutate(true)}
    >
      {(ask) => (
        <Switch
          checked={!disabled}
          disabled={!may("administrate") || change.isPending}
          onChange={() => (disabled ? change.mutate(false) : ask())}
          aria-label={`${apiKeyName || id} is enabled`}
        />
      )}
    </AskFirst>
  );
}
