import { Button, Code, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { WebhookEndpointWithState } from "@parley/sdk";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { PageLink } from "../list/link.tsx";
import { type Column, ListTable } from "../list/list-table.tsx";
import { useFilters } from "../list/use-filters.ts";
import { useParley } from "../parley/client.ts";
import { AddEndpoint } from "./add-endpoint.tsx";
import { allEndpoints, isConfigured } from "./all-endpoints.ts";
import { EndpointDetail } from "./endpoint-detail.tsx";
import { EndpointState } from "./endpoint-state.tsx";

const refetchMs = 10_000;

/** The endpoints beside the two URLs, or the one in the address. */
export function FurtherEndpoints() {
  const { parley, apiKey, may } = useParley();
  const [{ endpoint }] = useFilters();
  const [isOpen, dialog] = useDisclosure(false);
  const query = useQuery({
    queryKey: [apiKey, "endpoints"],
    queryFn: () => allEndpoints(parley),
    refetchInterval: refetchMs,
  });
  if (endpoint !== undefined) return <EndpointDetail key={endpoint} endpointId={endpoint} query={query} />;
  const further = query.data?.filter(({ endpointId }) => !isConfigured(endpointId));
  const list = { ...query, data: further, isTurning: false, next: undefined, previous: undefined };
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          Each has its own events, places, headers and secret. Up to 50 beside the two URLs.
        </Text>
        {may("administrate") && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialog.open}>
            Add an endpoint…
          </Button>
        )}
      </Group>
      <ListTable
        label="Endpoints"
        list={list}
        columns={columnsOf(apiKey)}
        rowKey={({ endpointId }) => endpointId}
        empty={{ title: "No further endpoints", next: "Add one for a receiver of only some events, or without content." }}
      />
      <AddEndpoint isOpen={isOpen} onClose={dialog.close} />
    </Stack>
  );
}

function columnsOf(apiKey: string): readonly Column<WebhookEndpointWithState>[] {
  return [
    {
      title: "Endpoint",
      cell: ({ endpointId, uid, url }) => (
        <PageLink to="/k/$key/webhooks" params={{ key: apiKey }} search={{ tab: "further", endpoint: endpointId }}>
          {uid ?? url}
        </PageLink>
      ),
    },
    { title: "State", cell: ({ state }) => <EndpointState state={state} /> },
    { title: "Receives", wide: true, cell: (endpoint) => <Text size="sm">{receives(endpoint)}</Text> },
    { title: "Bodies", wide: true, cell: ({ payload }) => <Code>{payload}</Code> },
    { title: "Note", wide: true, cell: ({ description }) => <Text size="sm">{description}</Text> },
  ];
}

/** The filters of an endpoint, in a few words. */
function receives({ filterTypes, channels, organizationIds, documentIds }: WebhookEndpointWithState): string {
  const narrowed = [
    ...(channels === null ? [] : [`${channels.length} channels`]),
    ...(organizationIds === null ? [] : [`${organizationIds.length} organizations`]),
    ...(documentIds === null ? [] : [`${documentIds.length} documents`]),
  ];
  const events = filterTypes === null ? "All events" : `${filterTypes.length} events`;
  return narrowed.length === 0 ? events : `${events} of ${narrowed.join(", ")}`;
}
