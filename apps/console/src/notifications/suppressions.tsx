import { Button, Text } from "@mantine/core";
import type { EmailsListSuppressionsItem } from "@parley/sdk";
import { type Column, ListTable } from "../list/list-table.tsx";
import { useList } from "../list/use-list.ts";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";
import { Their } from "../text/their.tsx";
import { Time } from "../text/time.tsx";

/** The addresses to which nothing is sent, because a mail server has refused them for good. */
export function Suppressions() {
  const { parley, apiKey, may } = useParley();
  const list = useList<EmailsListSuppressionsItem>([apiKey, "suppressions"], (pageToken) =>
    parley.emails.listSuppressions({ pageSize: 50, pageToken }),
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
    { title: "Lift", cell: ({ email }) => may("act") && <Lift email={email} /> },
  ];
  return (
    <ListTable
      label="Suppressions"
      list={list}
      columns={columns}
      rowKey={({ email }) => email}
      empty={{ title: "No address is suppressed", next: "An address lands here when a mail server refuses it for good." }}
    />
  );
}

function Lift({ email }: { readonly email: string }) {
  const { parley, apiKey } = useParley();
  const lift = useAction({
    run: async () => (await parley.emails.deleteSuppressions({ emails: [email] })).orThrow(),
    changes: [[apiKey, "suppressions"]],
    done: "Mails go to this address again.",
  });
  return (
    <Button size="compact-sm" variant="light" loading={lift.isPending} onClick={() => lift.mutate()}>
      Send again
    </Button>
  );
}
