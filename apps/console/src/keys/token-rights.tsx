import { Stack, Text } from "@mantine/core";
import type { AuthTokensCreateRequest } from "@parley/sdk";
import { Their } from "../text/their.tsx";

export type TokenRole = "read" | "act" | "administrate";

/** The roles of tokens, as named in forms and lists. */
export const roleNames = {
  read: "Read",
  act: "Read and change content",
  administrate: "Everything",
} as const satisfies Record<TokenRole, string>;

/** A resource that an API key's token can be limited to. */
export type TokenResource = NonNullable<AuthTokensCreateRequest["resources"]>[number];

const resourceNames = {
  organizations: "Organizations",
  folders: "Folders",
  documents: "Documents",
  locations: "Locations",
  users: "Users",
  groups: "Groups",
  removals: "Removals",
  userTokens: "User tokens",
  threads: "Threads",
  comments: "Comments",
  reactions: "Reactions",
  recordings: "Recordings",
  activities: "Activities",
  changes: "Changes",
  notifications: "Notifications",
  emails: "E-mails",
  webhooks: "Webhooks",
  ai: "Ask AI",
  apiKeys: "API key",
  domains: "Domains",
} as const satisfies Record<TokenResource, string>;

/** The resources as choices in a form. */
export const resourceChoices = Object.entries(resourceNames).map(([value, label]) => ({ value: value as TokenResource, label }));

interface TokenRightsProps {
  readonly role: TokenRole;
  /** Null or absent for all organizations. */
  readonly organizationIds?: readonly string[] | null | undefined;
  readonly resources?: readonly string[] | null | undefined;
}

/** The rights of a token, in words. */
export function TokenRights({ role, organizationIds, resources }: TokenRightsProps) {
  return (
    <Stack gap={0}>
      <Text size="sm">{roleNames[role]}</Text>
      {resources && (
        <Text size="xs" c="dimmed">
          of {resources.map((name) => resourceNames[name as TokenResource] ?? name).join(", ")}
        </Text>
      )}
      {organizationIds && (
        <Text size="xs" c="dimmed">
          in <Their>{organizationIds.join(", ")}</Their>
        </Text>
      )}
    </Stack>
  );
}
