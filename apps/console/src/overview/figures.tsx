import { Box, Group, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import type { ApiKeysGetOverviewAnswer } from "@parley/sdk";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Empty } from "../list/empty.tsx";
import { Loading } from "../list/loading.tsx";
import { useFilters } from "../list/use-filters.ts";
import { useParley } from "../parley/client.ts";
import { Failure } from "../parley/failure.tsx";
import { wholeTime } from "../text/time.tsx";
import { isRange, overviewQuery, ranges } from "./overview-query.ts";

const Plots = lazy(async () => ({ default: (await import("./plots.tsx")).Plots }));

// px. Four plots below each other, or two and two.
const plotsHeights = { base: 1138, lg: 561 };

/** Requests, errors, latency and pending work in the chosen range. */
export function Figures() {
  const { parley, apiKey } = useParley();
  const [{ range: wanted }, setFilters] = useFilters();
  const range = isRange(wanted) ? wanted : "1h";
  const { data, error, refetch } = useQuery(overviewQuery(parley, apiKey, range));
  const { title } = ranges[range];
  return (
    <Stack>
      <Group justify="space-between" align="center">
        <Group align="baseline" gap="sm">
          <Title order={2}>{title}</Title>
          {data !== undefined && <Sum {...data} />}
        </Group>
        <SegmentedControl
          size="xs"
          aria-label="Range"
          data={[
            { value: "1h", label: "1 h" },
            { value: "24h", label: "24 h" },
            { value: "7d", label: "7 d" },
          ]}
          value={range}
          onChange={(chosen) => setFilters({ range: chosen === "1h" ? undefined : chosen })}
        />
      </Group>
      {error !== null && <Failure error={error} onRetry={refetch} />}
      {data === undefined && error === null && (
        <Box mih={plotsHeights}>
          <Loading words="Loading the figures…" />
        </Box>
      )}
      {data !== undefined && isQuiet(data) && (
        <Empty
          title={`No requests in the ${title.toLowerCase()}`}
          next="Requests of your application's server and pending work appear here within a minute."
        />
      )}
      {data !== undefined && !isQuiet(data) && (
        <Suspense fallback={<Box h={plotsHeights} />}>
          {/* The current step, still incomplete, would look like a drop. */}
          <Plots range={range} minutes={data.minutes.slice(0, -1)} />
        </Suspense>
      )}
      {data !== undefined && <Since {...data} />}
    </Stack>
  );
}

/** The beginning of the figures, if it is after the beginning of the range. */
function Since({ since, minutes }: ApiKeysGetOverviewAnswer) {
  const from = minutes[0]?.at;
  if (since === null || from === undefined || since <= from) return null;
  return (
    <Text size="xs" c="dimmed">
      Figures of this API key exist since {wholeTime(since)}.
    </Text>
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
