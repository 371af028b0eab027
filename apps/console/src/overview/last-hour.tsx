import { Group, Stack, Text, Title } from "@mantine/core";
import type { ApiKeysGetOverviewAnswer } from "@parley/sdk";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Empty } from "../list/empty.tsx";
import { Loading } from "../list/loading.tsx";
import { useParley } from "../parley/client.ts";
import { Failure } from "../parley/failure.tsx";
import { overviewQuery } from "./overview-query.ts";

const Plots = lazy(async () => ({ default: (await import("./plots.tsx")).Plots }));

/** Requests, errors, latency and what was pending in the last hour. */
export function LastHour() {
  const { parley, apiKey } = useParley();
  const { data, error, refetch } = useQuery(overviewQuery(parley, apiKey));
  return (
    <Stack>
      <Group justify="space-between" align="baseline">
        <Title order={2}>The last hour</Title>
        {data !== undefined && <Sum {...data} />}
      </Group>
      {error !== null && <Failure error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading words="Loading the last hour…" />}
      {data !== undefined && isQuiet(data) && (
        <Empty
          title="No requests in the last hour"
          next="Requests of your application's server, and what is pending, show here within a minute."
        />
      )}
      {data !== undefined && !isQuiet(data) && (
        <Suspense fallback={<Loading words="Drawing…" />}>
          {/* The minute that is not over would look like a fall. */}
          <Plots minutes={data.minutes.slice(0, -1)} />
        </Suspense>
      )}
    </Stack>
  );
}

function Sum({ requests, clientErrors, serverErrors, p95Ms }: ApiKeysGetOverviewAnswer) {
  const errors = clientErrors + serverErrors;
  const words = [
    `${requests.toLocaleString()} ${requests === 1 ? "request" : "requests"}`,
    `${errors.toLocaleString()} ${errors === 1 ? "error" : "errors"}`,
    ...(p95Ms === null ? [] : [`p95 latency ${p95Ms.toLocaleString()} ms`]),
  ];
  return (
    <Text size="sm" c="dimmed">
      {words.join(" · ")}
    </Text>
  );
}

function isQuiet({ requests, minutes }: ApiKeysGetOverviewAnswer): boolean {
  const waits = minutes.some(({ waitingDeliveries, waitingMails, openRemovals }) => waitingDeliveries + waitingMails + openRemovals > 0);
  return requests === 0 && !waits;
}
