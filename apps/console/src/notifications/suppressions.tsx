import { Button, Stack, Text } from "@mantine/core";
import type { EmailsListSuppressionsItem } from "@parley/sdk";
import { type Column, ListTable } from "../list/list-table.tsx";
import { Search } from "../list/search.tsx";
import { useFilters } from "../list/use-filters.ts";
import { useList } from "../list/use-list.ts";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";
import { Their } from "../text/their.tsx";
import { Time } from "../text/time.tsx";

/** The addresses to which no e-mails are sent, because a mail server has rejected them permanently. */
export function Suppressions() {
  const { parley, apiKey, may } = useParley();
  const [{ q }, setFilters] = useFilters();
  const list = useList<EmailsListSuppressionsItem>([apiKey, "suppressions", q], (pageToken) =>
    parley.emails.listSuppressions({ pageSize: 50, pageToken, ...(q === undefined ? {} : { search: q }) }),
  );
  const columns: readonly Column<EmailsListSuppressionsItem>[] = [
    { title: "Address", cell: ({ email }) => <Their>{email}</Their> },
    {
      title: "Why",
      wide: true,
      cell: ({ error }) => (
        <Text size="sm">
          <Their>{error}</Their>
        </Text>
      ),
    },
    { title: "Since", cell: ({ suppressedAt }) => <Time at={suppressedAt} /> },
    { title: "Actions", cell: ({ email }) => may("act") && <Lift email={email} /> },
  ];
  return (
    <Stack>
      <Search label="Search by address" value={q} onSearch={(wanted) => setFilters({ q: wanted })} />
      <ListTable
        label="Suppressions"
        list={list}
        columns={columns}
        rowKey={({ email }) => email}
        empty={
          q === undefined
            ? { title: "No address is suppressed", next: "An address appears here when a mail server rejects it permanently." }
            : { title: "No matching address", next: "Type the beginning of the address, or clear the search to see all." }
        }
      />
    </Stack>
  );
}

function Lift({ email }: { readonly email: string }) {
  const { parley, apiKey } = useParley();
  const lift = useAction({
    run: async () => (await parley.emails.deleteSuppressions({ emails: [email] })).orThrow(),
    changes: [[apiKey, "suppressions"]],
    done: "E-mails are sent to this address again.",
  });
  return (
    <Button size="compact-xs" variant="light" loading={lift.isPending} onClick={() => lift.mutate()}>
      Send again
    </Button>
  );
}
