import { Card, Group, SimpleGrid, Skeleton, Text } from "@mantine/core";
import { IconAlertCircle, IconClock } from "@tabler/icons-react";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { PageLink } from "../list/link.tsx";
import { useParley } from "../parley/client.ts";
import { failureWords } from "../parley/failure.tsx";

const most = 100;
const refetchMs = 10_000;

interface Counted {
  readonly count: number;
  /** There are more than were counted. */
  readonly hasMore: boolean;
}

type Read = () => PromiseLike<{ readonly data: readonly unknown[]; readonly nextPageToken: string | null }>;

function useCount(name: string, read: Read): UseQueryResult<Counted> {
  const { apiKey } = useParley();
  return useQuery({
    queryKey: [apiKey, "overview", name],
    queryFn: async (): Promise<Counted> => {
      const { data, nextPageToken } = await read();
      return { count: data.length, hasMore: nextPageToken !== null };
    },
    refetchInterval: refetchMs,
  });
}

/** How many deliveries and mails wait or have failed, up to a hundred of each. */
export function Backlog() {
  const { parley, apiKey } = useParley();
  const deliveries = (state: "pending" | "failed") => () => parley.webhooks.listDeliveries({ state, pageSize: most });
  const mails = (state: "pending" | "failed") => () => parley.emails.list({ state, pageSize: most });
  const cards = [
    {
      title: "Deliveries that wait",
      to: "/k/$key/webhooks",
      search: { state: "pending" },
      isBad: false,
      query: useCount("deliveries pending", deliveries("pending")),
    },
    {
      title: "Deliveries that failed",
      to: "/k/$key/webhooks",
      search: { state: "failed" },
      isBad: true,
      query: useCount("deliveries failed", deliveries("failed")),
    },
    {
      title: "Mails that wait",
      to: "/k/$key/notifications",
      search: { tab: "mails", state: "pending" },
      isBad: false,
      query: useCount("mails pending", mails("pending")),
    },
    {
      title: "Mails that failed",
      to: "/k/$key/notifications",
      search: { tab: "mails", state: "failed" },
      isBad: true,
      query: useCount("mails failed", mails("failed")),
    },
  ] as const;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      {cards.map(({ title, to, search, isBad, query }) => (
        <Card key={title} withBorder padding="md">
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <PageLink to={to} params={{ key: apiKey }} search={search} size="sm">
              {title}
            </PageLink>
            {isBad ? <IconAlertCircle size={18} aria-hidden /> : <IconClock size={18} aria-hidden />}
          </Group>
          <Figure query={query} isBad={isBad} />
        </Card>
      ))}
    </SimpleGrid>
  );
}

function Figure({ query: { data, error }, isBad }: { readonly query: UseQueryResult<Counted>; readonly isBad: boolean }) {
  if (error !== null) {
    const { sentence, requestId } = failureWords(error);
    return (
      <Text size="sm" c="red" role="alert">
        {sentence} {requestId}
      </Text>
    );
  }
  if (data === undefined) return <Skeleton height={32} width={60} mt={4} aria-label="Counting" />;
  return (
    <Text fz={28} fw={700} c={isBad && data.count > 0 ? "var(--mantine-color-error)" : "inherit"}>
      {data.count}
      {data.hasMore ? "+" : ""}
    </Text>
  );
}
