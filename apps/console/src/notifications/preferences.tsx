import { Group, Paper, SegmentedControl, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParley } from "../parley/client.ts";
import { Failure } from "../parley/failure.tsx";
import { useAction } from "../parley/use-action.tsx";

type Level = "ALL" | "MINE" | "NONE";

const levels = [
  { value: "ALL", label: "Everything" },
  { value: "MINE", label: "Theirs" },
  { value: "NONE", label: "Nothing" },
];

/** A user's notification settings in an organization. */
export function Preferences({ organization, user }: { readonly organization: string; readonly user: string }) {
  const { parley, apiKey, may } = useParley();
  const key = [apiKey, "notificationConfig", organization, user];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async () =>
      (await parley.notifications.getConfig({ organizationId: organization, userId: user, getOrganizationConfig: true }))[0] ?? null,
  });
  const set = useAction({
    run: async (config: Partial<Record<"inbox" | "email", Level>>) =>
      (await parley.notifications.setConfig({ organizationId: organization, userIds: [user], config })).orThrow(),
    changes: [key],
    done: "The user's notification settings have been saved.",
  });
  if (error !== null) return <Failure error={error} onRetry={refetch} />;
  if (!data) return null;
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        {(["inbox", "email"] as const).map((channel) => (
          <Group key={channel} justify="space-between">
            <Text size="sm" id={`level-${channel}`}>
              {channel === "inbox" ? "In the inbox" : "By e-mail"}
            </Text>
            <SegmentedControl
              size="xs"
              data={levels}
              value={data.config[channel]}
              disabled={!may("act") || set.isPending}
              onChange={(level) => set.mutate({ [channel]: level as Level })}
              aria-labelledby={`level-${channel}`}
            />
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}
