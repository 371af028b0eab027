import { Badge, Button, Code, Group, Select, Stack, Text } from "@mantine/core";
import type { WebhookEndpointWithState, WebhooksListDeliveriesItem, WebhooksListDeliveriesRequest } from "@parley/sdk";
import { useQuery } from "@tanstack/react-query";
import { ButtonLink, PageLink } from "../list/link.tsx";
import { type Column, ListTable } from "../list/list-table.tsx";
import { useFilters } from "../list/use-filters.ts";
import { useList } from "../list/use-list.ts";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";
import { Time } from "../text/time.tsx";
import { allEndpoints, endpointName } from "./all-endpoints.ts";
import { HeldDeliveries } from "./held-deliveries.tsx";
import { Recover } from "./recover.tsx";
import { allEvents, eventWords, isLoggedEvent } from "./triggers.ts";

type State = WebhooksListDeliveriesItem["state"];

const states: readonly State[] = ["pending", "delivered", "failed", "held"];
const stateColors = { pending: "blue", delivered: "green", failed: "red", held: "orange" } as const satisfies Record<State, string>;

/** The state of a delivery. */
export function DeliveryState({ state }: { readonly state: State }) {
  return (
    <Badge variant="light" color={stateColors[state]}>
      {state}
    </Badge>
  );
}

/** The log of deliveries, newest first. */
export function DeliveryLog() {
  const { parley, apiKey, may } = useParley();
  const [{ state, trigger, to }, setFilters] = useFilters();
  const { data: endpoints = [] } = useQuery({ queryKey: [apiKey, "endpoints"], queryFn: () => allEndpoints(parley) });
  const nameOf = new Map(endpoints.map((endpoint) => [endpoint.endpointId, endpointName(endpoint)]));
  const filters = {
    ...(states.includes(state as State) ? { state: state as State } : {}),
    ...(isLoggedEvent(trigger) ? { trigger } : {}),
    ...(to === undefined ? {} : { endpointId: to }),
  } satisfies WebhooksListDeliveriesRequest;
  const list = useList<WebhooksListDeliveriesItem>(
    [apiKey, "deliveries", filters],
    (pageToken) => parley.webhooks.listDeliveries({ ...filters, pageSize: 50, pageToken }),
    { refetchMs: 10_000 },
  );
  return (
    <Stack>
      <HeldDeliveries />
      <Group justify="space-between" align="flex-end">
        <Group align="flex-end">
          <Select
            label="State"
            placeholder="Any"
            clearable
            data={[...states]}
            value={filters.state ?? null}
            onChange={(chosen) => setFilters({ state: chosen ?? undefined })}
            w={{ base: "47%", sm: 140 }}
          />
          <Select
            label="Event"
            placeholder="Any"
            clearable
            data={allEvents.map((value) => ({ value, label: eventWords[value] }))}
            value={filters.trigger ?? null}
            onChange={(chosen) => setFilters({ trigger: chosen ?? undefined })}
            w={{ base: "47%", sm: 230 }}
          />
          <Select
            label="Endpoint"
            placeholder="Any"
            clearable
            data={endpointChoices(endpoints, to)}
            value={filters.endpointId ?? null}
            onChange={(chosen) => setFilters({ to: chosen ?? undefined })}
            w={{ base: "47%", sm: 140 }}
          />
        </Group>
        {may("act") && <Recover />}
      </Group>
      <ListTable
        label="Deliveries"
        list={list}
        columns={columnsOf(apiKey, may("act"), nameOf)}
        rowKey={({ webhookId }) => webhookId}
        empty={
          Object.keys(filters).length > 0
            ? { title: "No matching deliveries", next: "Clear a filter to see others." }
            : noDeliveries(apiKey, may("administrate"))
        }
      />
    </Stack>
  );
}

function noDeliveries(apiKey: string, maySetEndpoint: boolean) {
  const title = "No deliveries yet";
  if (!maySetEndpoint) return { title, next: "Once an administrator has set an endpoint, every event of a thread creates a delivery." };
  const children = (
    <ButtonLink to="/k/$key/webhooks" params={{ key: apiKey }} search={{ tab: "endpoints" }}>
      Set an endpoint
    </ButtonLink>
  );
  return { title, next: "Set an endpoint; every event of a thread then creates a delivery.", children };
}

// The two URLs can be chosen before they are set, and so can a deleted endpoint while its log is shown.
function endpointChoices(endpoints: readonly WebhookEndpointWithState[], chosen: string | undefined) {
  const known = new Map([
    ...["raw", "processed", ...(chosen === undefined ? [] : [chosen])].map((id) => [id, id] as const),
    ...endpoints.map((endpoint) => [endpoint.endpointId, endpointName(endpoint)] as const),
  ]);
  return [...known].map(([value, label]) => ({ value, label }));
}

function columnsOf(apiKey: string, mayAct: boolean, nameOf: ReadonlyMap<string, string>): readonly Column<WebhooksListDeliveriesItem>[] {
  return [
    {
      title: "Event",
      cell: ({ webhookId, trigger }) => (
        <PageLink to="/k/$key/webhooks/$delivery" params={{ key: apiKey, delivery: webhookId }}>
          {eventWords[trigger]}
        </PageLink>
      ),
    },
    { title: "Name", wide: true, cell: ({ trigger }) => <Code>{trigger}</Code> },
    { title: "State", cell: ({ state }) => <DeliveryState state={state} /> },
    { title: "Endpoint", wide: true, cell: ({ endpointId }) => <Text size="sm">{nameOf.get(endpointId) ?? endpointId}</Text> },
    {
      title: "Attempts",
      wide: true,
      cell: ({ attemptCount, attempts }) => {
        // The latest attempts are listed oldest first.
        const last = attempts.at(-1);
        return <Text size="sm">{`${attemptCount}${last === undefined ? "" : ` · ${last.status ?? last.errorClass ?? ""}`}`}</Text>;
      },
    },
    { title: "Created", cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      title: "Actions",
      wide: true,
      cell: ({ webhookId, state }) => mayAct && <Retry webhookId={webhookId} state={state} />,
    },
  ];
}

/** Sends a delivery again, or a waiting one now. */
export function Retry({ webhookId, state }: { readonly webhookId: string; readonly state: State }) {
  const { parley, apiKey } = useParley();
  const retry = useAction({
    run: async () => (await parley.webhooks.retryDeliveries({ webhookIds: [webhookId] })).orThrow(),
    changes: [[apiKey, "deliveries"]],
    done: state === "pending" ? "It is being sent." : "It is being sent again.",
  });
  return (
    <Button size="compact-xs" variant={state === "delivered" ? "subtle" : "light"} loading={retry.isPending} onClick={() => retry.mutate()}>
      {state === "pending" ? "Send now" : "Send again"}
    </Button>
  );
}
