import { Alert, Breadcrumbs, Button, Code, Divider, Group, Stack, Title } from "@mantine/core";
import type { WebhookEndpointWithState } from "@parley/sdk";
import type { UseQueryResult } from "@tanstack/react-query";
import { AskFirst } from "../forms/ask-first.tsx";
import { ButtonLink, PageLink } from "../list/link.tsx";
import { Loading } from "../list/loading.tsx";
import { Missing } from "../list/missing.tsx";
import { useFilters } from "../list/use-filters.ts";
import { useParley } from "../parley/client.ts";
import { Failure } from "../parley/failure.tsx";
import { useAction } from "../parley/use-action.tsx";
import { shownText } from "../text/mentioned.ts";
import { Time } from "../text/time.tsx";
import { endpointName } from "./all-endpoints.ts";
import { EndpointSettings } from "./endpoint-settings.tsx";
import { EndpointState } from "./endpoint-state.tsx";
import { SigningSecret } from "./signing-secret.tsx";
import { TestEvent } from "./test-event.tsx";

interface EndpointDetailProps {
  readonly endpointId: string;
  readonly query: Pick<UseQueryResult<WebhookEndpointWithState[]>, "data" | "error" | "refetch">;
}

/** An endpoint: its settings, a test, its secret, and a link to its log. */
export function EndpointDetail({ endpointId, query: { data, error, refetch } }: EndpointDetailProps) {
  const { apiKey, may } = useParley();
  if (error !== null) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Loading words="Loading the endpoint…" />;
  const endpoint = data.find((one) => one.endpointId === endpointId);
  const back = { to: "/k/$key/webhooks", params: { key: apiKey }, search: { tab: "further" } } as const;
  if (endpoint === undefined)
    return (
      <Missing title={`There is no endpoint ${shownText(endpointId)}`}>
        <ButtonLink {...back}>Go to the endpoints</ButtonLink>
      </Missing>
    );
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Group>
          <Breadcrumbs>
            <PageLink {...back}>Endpoints</PageLink>
            <Code>{endpointId}</Code>
          </Breadcrumbs>
          <EndpointState state={endpoint.state} />
        </Group>
        <Group>
          <ButtonLink to="/k/$key/webhooks" params={{ key: apiKey }} search={{ to: endpointId }} variant="default">
            Its deliveries
          </ButtonLink>
          {may("administrate") && <DeleteEndpoint endpointId={endpointId} />}
        </Group>
      </Group>
      <Title order={2}>{endpointName(endpoint)}</Title>
      <Trouble endpoint={endpoint} />
      <EndpointSettings key={String(endpoint.updatedAt)} kept={endpoint} />
      {may("act") && (
        <>
          <Divider />
          <TestEvent endpointId={endpointId} />
        </>
      )}
      {may("administrate") && (
        <>
          <Divider />
          <SigningSecret endpointId={endpointId} />
        </>
      )}
    </Stack>
  );
}

/** A problem that keeps deliveries from an endpoint; nothing if there is none. */
function Trouble({ endpoint: { state, since } }: { readonly endpoint: WebhookEndpointWithState }) {
  if (state === "failing")
    return (
      <Alert color="red" title="Requests to this endpoint fail" role="status">
        Since <Time at={since ?? 0} />. Deliveries are tried again as planned; a success ends this.
      </Alert>
    );
  if (state === "gone")
    return (
      <Alert color="orange" title="This endpoint is gone" role="status">
        It answered 410 <Time at={since ?? 0} />: nothing more is sent until its URL changes, or held deliveries are sent again.
      </Alert>
    );
  return null;
}

function DeleteEndpoint({ endpointId }: { readonly endpointId: string }) {
  const { parley, apiKey } = useParley();
  const [, setFilters] = useFilters();
  const remove = useAction({
    run: () => parley.webhooks.deleteEndpoint({ endpointId }),
    changes: [[apiKey, "endpoints"]],
    done: "Nothing more is sent to it.",
    onDone: () => setFilters({ endpoint: undefined }),
  });
  return (
    <AskFirst
      title="Delete this endpoint?"
      words="Nothing more is sent to it, its secret is deleted, and waiting deliveries are held. Its log stays."
      yes="Delete the endpoint"
      run={() => remove.mutate()}
    >
      {(ask) => (
        <Button variant="light" color="red" loading={remove.isPending} onClick={ask}>
          Delete…
        </Button>
      )}
    </AskFirst>
  );
}
