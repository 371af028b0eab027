import { Badge, Button, Grid, Group, Stack, Text } from "@mantine/core";
import type { CommentAnnotation as Thread } from "@parley/sdk";
import { IconCheck, IconRotate } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { ButtonLink, PageLink } from "../list/link.tsx";
import { Loading } from "../list/loading.tsx";
import { Missing } from "../list/missing.tsx";
import { Page } from "../list/page.tsx";
import { Trail } from "../list/trail.tsx";
import { OrganizationName, useDocumentNames } from "../organization/names.tsx";
import { useParley } from "../parley/client.ts";
import { Failure } from "../parley/failure.tsx";
import { useAction } from "../parley/use-action.tsx";
import { PersonName } from "../people/person-name.tsx";
import { JsonView } from "../text/json-view.tsx";
import { shownText } from "../text/mentioned.ts";
import { Their } from "../text/their.tsx";
import { Time } from "../text/time.tsx";
import { AnswerForm } from "./answer-form.tsx";
import { Conversation } from "./conversation.tsx";
import { DeletePlace } from "./delete-place.tsx";
import { ThreadStatus } from "./thread-status.tsx";
import { peopleOf, threadTitle } from "./thread-title.ts";
import { type Operator, useOperator } from "./use-operator.tsx";

const longThread = 500;
const oftenMs = 15_000;
const seldomMs = 120_000;

interface StatusChange {
  readonly status: string;
  readonly actionUser: Operator;
}

/** A thread as a conversation, to reply to, resolve or delete. */
export function ThreadPage() {
  const {
    organization = "",
    document: documentId = "",
    thread = "",
  } = useParams({ strict: false }) as Readonly<Record<string, string | undefined>>;
  const { parley, apiKey, may } = useParley();
  const { as, question } = useOperator();
  const key = [apiKey, "threads", organization, documentId];
  const nameOf = useDocumentNames(organization, [documentId]);
  const { data, error, refetch } = useQuery({
    queryKey: [...key, "one", thread],
    queryFn: async () => (await parley.threads.list({ organizationId: organization, documentId, annotationIds: [thread] })).data[0] ?? null,
    // A very long thread is costly to reload.
    refetchInterval: ({ state }) => ((state.data?.comments.length ?? 0) > longThread ? seldomMs : oftenMs),
  });
  const setStatus = useAction({
    run: async ({ status, actionUser }: StatusChange) =>
      (
        await parley.threads.update({
          organizationId: organization,
          documentId,
          annotationIds: [thread],
          updatedData: { status },
          actionUser,
        })
      ).orThrow(),
    changes: [key],
    done: (_batch, { status }) => (status === "RESOLVED" ? "The thread has been resolved." : "The thread has been reopened."),
  });
  if (error !== null) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Loading words="Loading the thread…" />;
  if (data === null)
    return (
      <Missing title={`There is no thread ${shownText(thread)}`}>
        <ButtonLink to="/k/$key/places/$organization/$document" params={{ key: apiKey, organization, document: documentId }}>
          Go to its document
        </ButtonLink>
      </Missing>
    );
  const trail = (
    <Trail>
      <PageLink to="/k/$key/places" params={{ key: apiKey }}>
        Content
      </PageLink>
      <PageLink to="/k/$key/places/$organization" params={{ key: apiKey, organization }}>
        <OrganizationName id={organization} />
      </PageLink>
      <PageLink to="/k/$key/places/$organization/$document" params={{ key: apiKey, organization, document: documentId }}>
        <Their>{nameOf(documentId)}</Their>
      </PageLink>
    </Trail>
  );
  const isDone = data.status.type === "terminal";
  const actions = may("act") && (
    <>
      <Button
        variant="default"
        leftSection={isDone ? <IconRotate size={16} aria-hidden /> : <IconCheck size={16} aria-hidden />}
        loading={setStatus.isPending}
        onClick={() => as((actionUser) => setStatus.mutate({ status: isDone ? "OPEN" : "RESOLVED", actionUser }))}
      >
        {isDone ? "Reopen" : "Resolve"}
      </Button>
      <DeletePlace
        what="thread"
        id={thread}
        remove={async (actionUser) =>
          (await parley.threads.delete({ organizationId: organization, documentId, annotationIds: [thread], actionUser })).orThrow()
        }
        backTo="/k/$key/places/$organization/$document"
        params={{ organization, document: documentId }}
      />
    </>
  );
  return (
    <Page title={threadTitle(data)} id={thread} trail={trail} actions={actions}>
      {question}
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            <Conversation thread={data} />
            {may("act") && <AnswerForm thread={data} />}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Facts thread={data} />
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function Facts({
  thread: { organizationId, status, priority, assignedTo, location, createdAt, lastUpdated, metadata, comments },
}: {
  readonly thread: Thread;
}) {
  const facts = [
    ["Status", <ThreadStatus key="status" {...status} />],
    [
      "Priority",
      priority === undefined ? (
        "—"
      ) : (
        <Badge key="priority" variant="light" color="orange" tt="none">
          {priority.name}
        </Badge>
      ),
    ],
    ["Assigned to", <PersonName key="assignee" person={assignedTo ?? null} organization={organizationId} />],
    ["Location", <Their key="location">{location?.locationName ?? location?.id}</Their>],
    ["Created", <Time key="created" at={createdAt} />],
    ["Updated", <Time key="updated" at={lastUpdated} />],
  ] as const;
  return (
    <Stack gap="sm">
      {facts.map(([name, value]) => (
        <Group key={name} justify="space-between" wrap="nowrap">
          <Text size="sm" c="dimmed">
            {name}
          </Text>
          <Text size="sm" component="div">
            {value}
          </Text>
        </Group>
      ))}
      <Text size="sm" c="dimmed">
        Participants
      </Text>
      <Group gap="xs">
        {peopleOf(comments, assignedTo).map((person) => (
          <PersonName key={person.userId} person={person} organization={organizationId} />
        ))}
      </Group>
      <JsonView value={metadata} label="Metadata" />
    </Stack>
  );
}
