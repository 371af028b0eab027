import { Box, Card, Group, SimpleGrid, Skeleton, Stack, Text } from "@mantine/core";
import { IconAlertCircle, IconClock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { PageLink } from "../list/link.tsx";
import { useParley } from "../parley/client.ts";
import { Failure } from "../parley/failure.tsx";
import { HeldDeliveries } from "../webhooks/held-deliveries.tsx";
import { overviewQuery } from "./overview-query.ts";

const most = 100;
const refetchMs = 10_000;
// px, also while it is counted.
const figureHeight = 44;
// The current minute may not have been reported yet.
const latestMinutes = 2;

/** A count once it has loaded; there may be more than were counted. */
interface Counted {
  readonly data: { readonly count: number; readonly hasMore: boolean } | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

type Read = () => PromiseLike<{ readonly data: readonly unknown[]; readonly nextPageToken: string | null }>;

function useFailed(name: string, read: Read): Counted {
  const { apiKey } = useParley();
  return useQuery({
    queryKey: [apiKey, "overview", name],
    queryFn: async () => {
      const { data, nextPageToken } = await read();
      return { count: data.length, hasMore: nextPageToken !== null };
    },
    refetchInterval: refetchMs,
  });
}

type Waiting = "waitingDeliveries" | "waitingMails" | "openRemovals";

function useWaiting(what: Waiting): Counted {
  const { parley, apiKey } = useParley();
  const { data, error, refetch } = useQuery(overviewQuery(parley, apiKey));
  const latest = data?.minutes.slice(-latestMinutes).map((minute) => minute[what]);
  return { data: latest && { count: Math.max(0, ...latest), hasMore: false }, error, refetch };
}

/** Pending work, as last reported by the services, and the number of failed and held deliveries and mails, up to a hundred of each. */
export function Backlog() {
  const { parley, apiKey } = useParley();
  const cards = [
    {
      title: "Pending deliveries",
      isBad: false,
      counted: useWaiting("waitingDeliveries"),
      to: "/k/$key/webhooks",
      search: { state: "pending" },
    },
    {
      title: "Failed deliveries",
      isBad: true,
      counted: useFailed("deliveries failed", () => parley.webhooks.listDeliveries({ state: "failed", pageSize: most })),
      to: "/k/$key/webhooks",
      search: { state: "failed" },
    },
    {
      title: "Held deliveries",
      isBad: true,
      counted: useFailed("deliveries held", () => parley.webhooks.listDeliveries({ state: "held", pageSize: most })),
      to: "/k/$key/webhooks",
      search: { state: "held" },
    },
    {
      title: "Pending mails",
      isBad: false,
      counted: useWaiting("waitingMails"),
      to: "/k/$key/notifications",
      search: { tab: "mails", state: "pending" },
    },
    {
      title: "Failed mails",
      isBad: true,
      counted: useFailed("mails failed", () => parley.emails.list({ state: "failed", pageSize: most })),
      to: "/k/$key/notifications",
      search: { tab: "mails", state: "failed" },
    },
    {
      title: "Running deletions",
      isBad: false,
      counted: useWaiting("openRemovals"),
      to: "/k/$key/removals",
      search: { state: "open" },
    },
  ] as const;
  // Pending work is read with the last hour's figures, whose error is shown below.
  const failed = cards.find(({ isBad, counted }) => isBad && counted.error !== null);
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }}>
        {cards.map(({ title, to, search, isBad, counted }) => (
          <Card key={title} withBorder padding="md">
            <Group justify="space-between" wrap="nowrap" align="flex-start" mb="auto">
              <PageLink to={to} params={{ key: apiKey }} search={search} size="sm">
                {title}
              </PageLink>
              {/* Long titles would press it together. */}
              <Box component={isBad ? IconAlertCircle : IconClock} size={18} flex="none" aria-hidden />
            </Group>
            <Box h={figureHeight}>
              <Figure {...counted} isBad={isBad} />
            </Box>
          </Card>
        ))}
      </SimpleGrid>
      <HeldDeliveries />
      {failed !== undefined && <Failure error={failed.counted.error} onRetry={failed.counted.refetch} />}
    </Stack>
  );
}

function Figure({ data, error, isBad }: Omit<Counted, "refetch"> & { readonly isBad: boolean }) {
  if (data === undefined && error !== null)
    return (
      <Text fz={28} fw={700} c="dimmed">
        —
      </Text>
    );
  if (data === undefined) return <Skeleton height={32} width={60} mt={4} aria-label="Counting" />;
  return (
    <Text fz={28} fw={700} c={isBad && data.count > 0 ? "var(--mantine-color-error)" : "inherit"}>
      {data.count.toLocaleString()}
      {data.hasMore ? "+" : ""}
    </Text>
  );
}
