import { List, Skeleton, Text } from "@mantine/core";
import type { RemovalCounts } from "@parley/sdk";
import { useQuery } from "@tanstack/react-query";
import { useParley } from "../parley/client.ts";
import { failureWords } from "../parley/failure.tsx";

interface WouldGoProps {
  /** The objects to be removed, as the key of the dry run's query. */
  readonly what: readonly string[];
  readonly count: () => Promise<RemovalCounts>;
}

const most = 100_000;

/** What a removal would remove, from a dry run, shown with the question. */
export function WouldGo({ what, count }: WouldGoProps) {
  const { apiKey } = useParley();
  const { data, error } = useQuery({ queryKey: [apiKey, "dryRun", ...what], queryFn: count, gcTime: 0, staleTime: 0, retry: false });
  if (error !== null)
    return (
      <Text size="sm" c="dimmed">
        How much would go could not be counted: {failureWords(error).sentence}
      </Text>
    );
  if (data === undefined) return <Skeleton height={20} aria-label="Counting what would be deleted" />;
  const found = sumsByService(data);
  if (found.length === 0) return <Text size="sm">Nothing but the thing itself would go.</Text>;
  return (
    <div role="status">
      <Text size="sm">Would go, in rows of the database:</Text>
      <List size="sm">
        {found.map(({ service, rows, hasMore }) => (
          <List.Item key={service}>
            {service}: {hasMore ? "more than " : ""}
            {rows.toLocaleString()}
          </List.Item>
        ))}
      </List>
    </div>
  );
}

/** The rows of each service; a lower bound if a collection has more than are counted. */
function sumsByService({ counts }: RemovalCounts) {
  const all = [...Map.groupBy(counts, ({ service }) => service)].map(([service, collections]) => ({
    service,
    rows: collections.reduce((sum, { rows }) => sum + (rows === "more" ? most : rows), 0),
    hasMore: collections.some(({ rows }) => rows === "more"),
  }));
  return all.filter(({ rows }) => rows > 0);
}
