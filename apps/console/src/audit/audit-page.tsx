import { Badge, Code, Group, Modal, Stack, Switch, Text, TextInput, UnstyledButton } from "@mantine/core";
import type { AuditListItem } from "@parley/sdk";
import { useState } from "react";
import { Empty } from "../list/empty.tsx";
import { type Column, ListTable } from "../list/list-table.tsx";
import { Page } from "../list/page.tsx";
import { SearchById } from "../list/search-by-id.tsx";
import { useFilters } from "../list/use-filters.ts";
import { useList } from "../list/use-list.ts";
import { useParley } from "../parley/client.ts";
import { JsonView } from "../text/json-view.tsx";
import { Their } from "../text/their.tsx";
import { Time } from "../text/time.tsx";
import { actorName } from "./actor-name.tsx";

/** Administrative acts, newest first. */
export function AuditPage() {
  const { may } = useParley();
  return (
    <Page title="Audit log" about="Administrative acts and their actors, newest first. Any later change of a record can be detected.">
      {may("administrate") ? (
        <Log />
      ) : (
        <Empty title="Only administrators can read the audit log" next="Sign in as an administrator to see it." />
      )}
    </Page>
  );
}

const bounds = [
  ["from", "From"],
  ["to", "To"],
] as const;

function Log() {
  const { parley } = useParley();
  const [{ action, actor, of, target, from, to, reads }, setFilters] = useFilters();
  const [shown, setShown] = useState<AuditListItem>();
  const filters = {
    ...(action === undefined ? {} : { actions: action.split(",") }),
    ...(actor === undefined ? {} : { actorIds: [actor] }),
    ...(of === undefined ? {} : { apiKey: of }),
    ...(target === undefined ? {} : { targetIds: [target] }),
    ...momentAs("from", from),
    ...momentAs("to", to),
  };
  // Every page of the console reads the settings, so reads would fill the log; who names an action means it.
  const showsReads = reads === "shown" || action !== undefined;
  const list = useList<AuditListItem>(["audit", filters, showsReads], (pageToken) =>
    parley.audit.list({ ...filters, ...(showsReads ? {} : { withoutReads: true }), pageSize: 50, pageToken }),
  );
  return (
    <Stack>
      <Group align="flex-end">
        <SearchById label="Action" value={action} onSearch={(wanted) => setFilters({ action: wanted })} />
        <SearchById label="Actor id" value={actor} onSearch={(wanted) => setFilters({ actor: wanted })} />
        <SearchById label="On API key" value={of} onSearch={(wanted) => setFilters({ of: wanted })} />
        <SearchById label="Target id" value={target} onSearch={(wanted) => setFilters({ target: wanted })} />
        {bounds.map(([name, label]) => (
          <TextInput
            key={name}
            label={label}
            type="datetime-local"
            value={(name === "from" ? from : to) ?? ""}
            onChange={(event) => setFilters({ [name]: event.currentTarget.value || undefined })}
          />
        ))}
        {action === undefined && (
          <Switch
            label="Show reads"
            checked={showsReads}
            onChange={(event) => setFilters({ reads: event.currentTarget.checked ? "shown" : undefined })}
            mb={8}
          />
        )}
      </Group>
      <ListTable
        label="Audit records"
        list={list}
        columns={columnsOf(setShown)}
        rowKey={({ recordId }) => recordId}
        empty={
          Object.keys(filters).length > 0
            ? { title: "No matching records", next: "Clear a filter to see others." }
            : { title: "No records yet", next: "Every act of an administrator is recorded here." }
        }
      />
      <Modal opened={shown !== undefined} onClose={() => setShown(undefined)} title={shown?.action} size="lg">
        {shown !== undefined && <JsonView label="Record" value={shown} />}
      </Modal>
    </Stack>
  );
}

/** A time filter, as entered in the reader's time zone; none if it is not a valid time. */
function momentAs(name: "from" | "to", text: string | undefined): { from?: number; to?: number } {
  const at = text === undefined ? Number.NaN : new Date(text).getTime();
  return Number.isNaN(at) ? {} : { [name]: at };
}

const outcomeColors = { success: "green", refused: "yellow", failed: "red", unknown: "gray" } as const;

function columnsOf(show: (record: AuditListItem) => void): readonly Column<AuditListItem>[] {
  return [
    {
      title: "What",
      cell: (record) => (
        <UnstyledButton onClick={() => show(record)} c="var(--mantine-color-anchor)">
          <Text size="sm">{record.action}</Text>
        </UnstyledButton>
      ),
    },
    { title: "Who", cell: ({ actor }) => <Text size="sm">{actorName(actor)}</Text> },
    { title: "About", wide: true, cell: ({ targets }) => <Targets targets={targets} /> },
    {
      title: "Outcome",
      cell: ({ outcome }) => (
        <Badge color={outcomeColors[outcome]} variant="light">
          {outcome}
        </Badge>
      ),
    },
    { title: "From", wide: true, cell: ({ context }) => <Text size="sm">{context.ip ?? "—"}</Text> },
    { title: "When", wide: true, cell: ({ occurredAt }) => <Time at={occurredAt} /> },
  ];
}

const shownTargets = 3;

function Targets({ targets }: Pick<AuditListItem, "targets">) {
  return (
    <Stack gap={2}>
      {targets.slice(0, shownTargets).map(({ type, id }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the targets of a record never change, and erased ones have no id
        <Text size="sm" key={index}>
          {type} <Code>{id === null ? "erased" : <Their>{id}</Their>}</Code>
        </Text>
      ))}
      {targets.length > shownTargets && (
        <Text size="xs" c="dimmed">
          {targets.length - shownTargets} more
        </Text>
      )}
    </Stack>
  );
}
