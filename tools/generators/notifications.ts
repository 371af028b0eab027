import { fillTables, generateAsTold } from "./fill-tables.ts";

interface NotificationsToGenerate {
  readonly apiKeyId: string;
  /** Members of the large organization; the small one has ten. */
  readonly members: number;
  /** Notifications to all users of the large organization; the small one has a hundredth of them. */
  readonly toAll: number;
  /** Notifications that name one user of the large organization. */
  readonly ofHeavyUser: number;
}

export const aMillionTold: Omit<NotificationsToGenerate, "apiKeyId"> = { members: 1_000_000, toAll: 10_000, ofHeavyUser: 200_000 };

/** The ids of generated records. Documents are spread over a thousand. */
export const generatedNotificationIds = {
  large: "million",
  small: "few",
  heavyUser: "heavy",
  user: (n: number) => `member${String(n).padStart(7, "0")}`,
};

const { large, small, heavyUser } = generatedNotificationIds;
const smallMembers = 10;
const smallShare = 100;
const yearMs = 365 * 24 * 3_600_000;

const columns = `api_key_id, organization_id, notification_id, document_id, action_user_id, action_user, headline_template, template_data,
  body_message, notify_users, notify_all, source_data, stored_bytes, created_at_ms`;

/** Spread over the last year, caused by a hundred users. */
function notifications(organization: string, prefix: string, count: number, heavy: boolean): string {
  return `insert into notifications.notifications (${columns})
    select $1, '${organization}', '${prefix}' || n, 'doc' || n % 1000, 'actor' || n % 100,
      json_build_object('userId', 'actor' || n % 100, 'name', 'Actor ' || n % 100), '{actionUser} changed {what} for {recipientUser}',
      json_build_object('what', 'page ' || n), 'Body of notification ' || n, '${heavy ? `[{"userId":"${heavyUser}"}]` : "[]"}', ${!heavy},
      json_build_object('page', n), 700, notifications.now_ms() - (${count} - n) * (${yearMs} / ${count})
    from generate_series(1::bigint, ${count}) n`;
}

function memberships(organization: string, count: number): string {
  return `insert into users.memberships (api_key_id, organization_id, kind, place_id, user_id)
    select $1, '${organization}', 'organization', '', 'member' || lpad(n::text, 7, '0') from generate_series(1, ${count}) n`;
}

/** The steps in order; `$1` is the API key. */
function steps({ members, toAll, ofHeavyUser }: NotificationsToGenerate): readonly string[] {
  return [
    memberships(large, members),
    memberships(small, smallMembers),
    `insert into users.memberships (api_key_id, organization_id, kind, place_id, user_id) values ($1, '${large}', 'organization', '', '${heavyUser}')`,
    notifications(large, "all-", toAll, false),
    notifications(small, "all-", Math.ceil(toAll / smallShare), false),
    notifications(large, "heavy-", ofHeavyUser, true),
    `insert into notifications.recipients (api_key_id, organization_id, user_id, created_at_ms, notification_ref, document_id, stored_bytes)
     select api_key_id, organization_id, '${heavyUser}', created_at_ms, notification_ref, document_id, stored_bytes
     from notifications.notifications where api_key_id = $1 and organization_id = '${large}' and not notify_all`,
    `insert into notifications.read_marks (api_key_id, organization_id, notification_ref, user_id)
     select api_key_id, organization_id, notification_ref, '${heavyUser}'
     from notifications.notifications where api_key_id = $1 and organization_id = '${large}' and not notify_all and notification_ref % 2 = 0`,
  ];
}

/**
 * Fills the tables of the notifications service, and the users service's memberships, by which notifications reach users. Both services'
 * tables must exist.
 */
export async function generateNotifications(url: string, what: NotificationsToGenerate, report: (line: string) => void): Promise<void> {
  const values = [what.apiKeyId];
  await fillTables(
    url,
    steps(what).map((sql) => ({ sql, values })),
    report,
  );
}

// `node tools/generators/notifications.ts --api-key pk_… [--members 1000000 …]`, with PARLEY_DATABASE_URL set and the two services started once.
if (import.meta.main) await generateAsTold(aMillionTold, generateNotifications);
