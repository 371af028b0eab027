import { Badge, Button, Group, Select, Stack, Text } from "@mantine/core";
import type { EmailsListItem } from "@parley/sdk";
import { ButtonLink } from "../list/link.tsx";
import { type Column, ListTable } from "../list/list-table.tsx";
import { SearchById } from "../list/search-by-id.tsx";
import { useFilters } from "../list/use-filters.ts";
import { useList } from "../list/use-list.ts";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";
import { PersonName } from "../people/person-name.tsx";
import { Their } from "../text/their.tsx";
import { Time } from "../text/time.tsx";

type State = EmailsListItem["state"];

const states: readonly State[] = ["pending", "sent", "failed", "dropped"];
const colors = { pending: "blue", sent: "green", failed: "red", dropped: "gray" } as const satisfies Record<State, string>;

/** The log of e-mails, newest first. */
export function MailLog() {
  const { parley, apiKey, may } = useParley();
  const [{ state, user }, setFilters] = useFilters();
  const filters = {
    ...(states.includes(state as State) ? { state: state as State } : {}),
    ...(user === undefined ? {} : { userId: user }),
  };
  const list = useList<EmailsListItem>(
    [apiKey, "mails", filters],
    (pageToken) => parley.emails.list({ ...filters, pageSize: 50, pageToken }),
    { refetchMs: 10_000 },
  );
  const columns: readonly Column<EmailsListItem>[] = [
    {
      title: "To",
      cell: ({ userId, email, organizationId }) => (
        <PersonName person={{ userId, email: email ?? undefined }} organization={organizationId} />
      ),
    },
    {
      title: "State",
      cell: ({ state: now }) => (
        <Badge variant="light" color={colors[now]}>
          {now}
        </Badge>
      ),
    },
    {
      title: "What",
      wide: true,
      cell: ({ items, itemCount }) => (
        <Text size="sm" lineClamp={2}>
          <Their or={itemCount === 1 ? "One thing" : `${itemCount} things`}>{items[0]?.text}</Their>
        </Text>
      ),
    },
    {
      title: "Said",
      wide: true,
      cell: ({ error, reason, response }) => (
        <Text size="sm" lineClamp={2}>
          <Their>{error ?? reason ?? response}</Their>
        </Text>
      ),
    },
    { title: "Created", wide: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      title: "Actions",
      cell: ({ emailId, state: now }) =>
        may("act") && (now === "failed" || now === "pending") && <RetryMail emailId={emailId} isWaiting={now === "pending"} />,
    },
  ];
  return (
    <Stack>
      <Group>
        <Select
          aria-label="State"
          placeholder="Any state"
          clearable
          data={[...states]}
          value={filters.state ?? null}
          onChange={(chosen) => setFilters({ state: chosen ?? undefined })}
          w={160}
        />
        <SearchById label="User id" value={user} onSearch={(wanted) => setFilters({ user: wanted })} />
      </Group>
      <ListTable
        label="Mails"
        list={list}
        columns={columns}
        rowKey={({ emailId }) => emailId}
        empty={Object.keys(filters).length > 0 ? { title: "No matching e-mails", next: "Clear a filter to see others." } : noMails(apiKey)}
      />
    </Stack>
  );
}

function noMails(apiKey: string) {
  const children = (
    <ButtonLink to="/k/$key/notifications" params={{ key: apiKey }} search={{ tab: "config" }}>
      Set up the e-mail service
    </ButtonLink>
  );
  return { title: "No e-mails", next: "Once the e-mail service is on, one e-mail reports everything new in a thread to a user.", children };
}

function RetryMail({ emailId, isWaiting }: { readonly emailId: string; readonly isWaiting: boolean }) {
  const { parley, apiKey } = useParley();
  const retry = useAction({
    run: async () => (await parley.emails.retry({ emailIds: [emailId] })).orThrow(),
    changes: [[apiKey, "mails"]],
    done: isWaiting ? "The e-mail is being sent." : "The e-mail is being sent again.",
  });
  return (
    <Button size="compact-xs" variant="light" loading={retry.isPending} onClick={() => retry.mutate()}>
      {isWaiting ? "Send now" : "Send again"}
    </Button>
  );
}
