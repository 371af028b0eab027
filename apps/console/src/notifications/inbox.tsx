import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import type { NotificationsListItem } from "@parley/sdk";
import { Empty } from "../list/empty.tsx";
import { type Column, ListTable } from "../list/list-table.tsx";
import { SearchById } from "../list/search-by-id.tsx";
import { useFilters } from "../list/use-filters.ts";
import { useList } from "../list/use-list.ts";
import { useDocumentNames } from "../organization/names.tsx";
import { OrganizationSelect } from "../organization/organization-select.tsx";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";
import { PersonName } from "../people/person-name.tsx";
import { UserSelect } from "../people/user-select.tsx";
import { Their } from "../text/their.tsx";
import { Time } from "../text/time.tsx";
import { Preferences } from "./preferences.tsx";

/** An inbox as its user sees it, or all notifications of a document. */
export function Inbox({ organization }: { readonly organization: string }) {
  const [{ user, document }, setFilters] = useFilters();
  return (
    <Stack>
      <Group align="flex-end">
        <OrganizationSelect />
        <UserSelect organization={organization} />
        <SearchById label="Document id" value={document} onSearch={(wanted) => setFilters({ document: wanted, user: undefined })} />
      </Group>
      {user !== undefined && <Preferences organization={organization} user={user} />}
      {user === undefined && document === undefined ? (
        <Empty title="Whose inbox?" next="Choose a user to see their inbox, or a document to see its notifications." />
      ) : (
        <Items organization={organization} user={user} document={document} />
      )}
    </Stack>
  );
}

interface ItemsProps {
  readonly organization: string;
  readonly user: string | undefined;
  readonly document: string | undefined;
}

function Items({ organization, user, document }: ItemsProps) {
  const { parley, apiKey, may } = useParley();
  const whose = user === undefined ? { documentId: document ?? "" } : { userId: user };
  const list = useList<NotificationsListItem>([apiKey, "notifications", organization, whose], (pageToken) =>
    parley.notifications.list({ organizationId: organization, pageSize: 50, pageToken, ...whose }),
  );
  const nameOf = useDocumentNames(organization, list.data?.map(({ documentId }) => documentId) ?? []);
  const columns: readonly Column<NotificationsListItem>[] = [
    {
      title: "Notification",
      cell: ({ displayHeadlineMessage, displayBodyMessage }) => (
        <Stack gap={2}>
          <Text size="sm" fw={550}>
            <Their>{displayHeadlineMessage}</Their>
          </Text>
          {displayBodyMessage !== "" && (
            <Text size="sm" c="dimmed" lineClamp={2}>
              <Their>{displayBodyMessage}</Their>
            </Text>
          )}
        </Stack>
      ),
    },
    { title: "By", wide: true, cell: ({ actionUser }) => <PersonName person={actionUser} organization={organization} /> },
    { title: "Document", wide: true, cell: ({ documentId }) => <Their>{documentId && nameOf(documentId)}</Their> },
    { title: "Created", wide: true, cell: ({ timestamp }) => <Time at={timestamp} /> },
    ...(user === undefined
      ? []
      : [{ title: "Read", cell: (item: NotificationsListItem) => <ReadState item={item} user={user} mayAct={may("act")} /> }]),
  ];
  return (
    <ListTable
      label="Notifications"
      list={list}
      columns={columns}
      rowKey={({ notificationId }) => notificationId}
      empty={{
        title: user === undefined ? "No notifications" : "This inbox is empty",
        next: "Comments that concern users appear here automatically; your server adds other notifications with notifications.add.",
      }}
    />
  );
}

interface ReadStateProps {
  readonly item: NotificationsListItem;
  readonly user: string;
  readonly mayAct: boolean;
}

function ReadState({ item: { organizationId, notificationId, isRead = false }, user, mayAct }: ReadStateProps) {
  const { parley, apiKey } = useParley();
  const mark = useAction({
    run: async () =>
      (await parley.notifications.update({ organizationId, userId: user, notificationIds: [notificationId], isRead: !isRead })).orThrow(),
    changes: [[apiKey, "notifications"]],
  });
  if (!mayAct)
    return (
      <Badge variant="light" color={isRead ? "gray" : "blue"}>
        {isRead ? "Read" : "Unread"}
      </Badge>
    );
  return (
    <Button size="compact-xs" variant={isRead ? "subtle" : "light"} loading={mark.isPending} onClick={() => mark.mutate()}>
      {isRead ? "Mark unread" : "Mark read"}
    </Button>
  );
}
