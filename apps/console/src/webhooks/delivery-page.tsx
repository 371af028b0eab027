import { Alert, Breadcrumbs, Code, Group, Paper, Stack, Text, Timeline, Title } from "@mantine/core";
import type { WebhooksListDeliveriesItem } from "@parley/sdk";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { ButtonLink, PageLink } from "../list/link.tsx";
import { Loading } from "../list/loading.tsx";
import { Missing } from "../list/missing.tsx";
import { Page } from "../list/page.tsx";
import { useParley } from "../parley/client.ts";
import { Failure } from "../parley/failure.tsx";
import { JsonView } from "../text/json-view.tsx";
import { shownText } from "../text/mentioned.ts";
import { Time } from "../text/time.tsx";
import { DeliveryState, Retry } from "./delivery-log.tsx";
import { eventWords } from "./triggers.ts";

/** A delivery with its attempts and the endpoint's response to each. */
export function DeliveryPage() {
  const { delivery = "" } = useParams({ strict: false }) as { delivery?: string };
  const { parley, apiKey, may, isPortal } = useParley();
  const { data, error, refetch } = useQuery({
    queryKey: [apiKey, "deliveries", "one", delivery],
    queryFn: async () => (await parley.webhooks.listDeliveries({ webhookIds: [delivery], includeBodies: true })).data[0] ?? null,
    refetchInterval: 5_000,
  });
  if (error !== null) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Loading words="Loading the delivery…" />;
  if (data === null)
    return (
      <Missing title={`There is no delivery ${shownText(delivery)}`}>
        <ButtonLink to="/k/$key/webhooks" params={{ key: apiKey }}>
          Go to the deliveries
        </ButtonLink>
      </Missing>
    );
  const { organizationId: organization, documentId: document, annotationId: thread, trigger } = data;
  return (
    <Page title={eventWords[trigger]} actions={may("act") && <Retry webhookId={delivery} state={data.state} />}>
      <Group>
        <Breadcrumbs>
          <PageLink to="/k/$key/webhooks" params={{ key: apiKey }}>
            Webhooks
          </PageLink>
          <Code>{delivery}</Code>
        </Breadcrumbs>
        <DeliveryState state={data.state} />
      </Group>
      <Text size="sm">
        To the {data.target ?? data.endpointId} endpoint, about{" "}
        {thread === "" ? (
          "an endpoint"
        ) : isPortal ? (
          `thread ${thread}`
        ) : (
          <PageLink to="/k/$key/places/$organization/$document/$thread" params={{ key: apiKey, organization, document, thread }}>
            thread {thread}
          </PageLink>
        )}
        . Made <Time at={data.createdAt} />
        {data.deliveredAt !== null && (
          <>
            , delivered <Time at={data.deliveredAt} />
          </>
        )}
        {data.nextAttemptAt !== null && (
          <>
            , next attempt <Time at={data.nextAttemptAt} />
          </>
        )}
        .
      </Text>
      {data.state === "held" && (
        <Alert color="orange" title="This delivery is held">
          {data.attempts.at(-1)?.status === 410
            ? "The endpoint responded 410 (Gone): it accepts no more events. Fix it or set another URL, then send this delivery again."
            : "When it was due, the endpoint had responded 410 (Gone) to another delivery, webhooks were switched off, or no URL was set. Once that is fixed, send it again."}
        </Alert>
      )}
      {data.attempts.length === 0 ? <Alert color="blue">Nothing has been sent yet.</Alert> : <Attempts attempts={data.attempts} />}
      <Title order={2}>Body</Title>
      {data.body == null ? (
        <Text size="sm">The body has been removed: it names somebody or something that was erased, or is older than the log keeps it.</Text>
      ) : (
        <JsonView value={data.body} />
      )}
    </Page>
  );
}

function Attempts({ attempts }: { readonly attempts: WebhooksListDeliveriesItem["attempts"] }) {
  return (
    <Timeline bulletSize={18} active={attempts.length}>
      {attempts.map((attempt) => (
        <Timeline.Item
          key={attempt.startedAt}
          color={attempt.status !== null && attempt.status < 300 ? "green" : "red"}
          title={attempt.status === null ? (attempt.error ?? attempt.errorClass ?? "No answer") : `Answered ${attempt.status}`}
        >
          <Stack gap={4}>
            <Text size="sm" c="dimmed">
              <Time at={attempt.startedAt} c="dimmed" />, after {attempt.durationMs} ms
            </Text>
            {attempt.responseExcerpt !== "" && (
              <Paper withBorder p="xs">
                <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
                  {attempt.responseExcerpt}
                </Code>
              </Paper>
            )}
          </Stack>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
