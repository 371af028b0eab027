import { Badge, Code, Progress, Stack, Text } from "@mantine/core";
import type { RemovalsListItem } from "@parley/sdk";
import type { Column } from "../list/list-table.tsx";
import { Time } from "../text/time.tsx";
import { Certificate } from "./certificate.tsx";
import { PauseRemoval } from "./pause-removal.tsx";
import { RemovalTasks } from "./removal-tasks.tsx";

const kindWords = { user: "People", organization: "Organization", folder: "Folder", document: "Document", location: "Location" } as const;
const stateColors = { running: "blue", paused: "yellow", completed: "green" } as const;

/** The columns of the list of removals. */
export function removalColumns(mayAdministrate: boolean): readonly Column<RemovalsListItem>[] {
  return [
    {
      title: "Deletion",
      cell: ({ kind, jobId }) => (
        <Stack gap={2}>
          <Text size="sm" fw={600}>
            {kindWords[kind]}
          </Text>
          <Code className="wide-only">{jobId}</Code>
        </Stack>
      ),
    },
    {
      title: "State",
      wide: true,
      cell: ({ state }) => (
        <Badge color={stateColors[state]} variant="light">
          {state}
        </Badge>
      ),
    },
    { title: "Progress", cell: (removal) => <Done {...removal} /> },
    { title: "Rows", wide: true, cell: (removal) => <Rows {...removal} /> },
    { title: "Requested", wide: true, cell: ({ requestedAt }) => <Time at={requestedAt} /> },
    {
      title: "Actions",
      cell: ({ jobId, state }) => {
        if (!mayAdministrate) return null;
        return state === "completed" ? <Certificate jobId={jobId} /> : <PauseRemoval jobId={jobId} isPaused={state === "paused"} />;
      },
    },
  ];
}

function Done({ state, tasksCount, tasksLeft, tasks }: RemovalsListItem) {
  if (state === "completed") return <Text size="sm">Nothing is left</Text>;
  const done = tasksCount - tasksLeft;
  return (
    <Stack gap={4} miw={120}>
      <Progress
        value={(100 * done) / Math.max(1, tasksCount)}
        animated={state === "running"}
        aria-label={`${done} of ${tasksCount} tasks are done`}
      />
      <RemovalTasks tasks={tasks} words={`${done} of ${tasksCount} tasks`} />
    </Stack>
  );
}

function Rows({ rowsErased, requestedAt, lastTaskCompletedTime, rowsPerSecond }: RemovalsListItem) {
  const seconds = (lastTaskCompletedTime - requestedAt) / 1_000;
  const pace = seconds > 0 && rowsErased > 0 ? `${Math.max(1, Math.round(rowsErased / seconds)).toLocaleString()} a second` : undefined;
  return (
    <Stack gap={2}>
      <Text size="sm">{rowsErased.toLocaleString()}</Text>
      {pace !== undefined && (
        <Text size="xs" c="dimmed">
          {pace}
        </Text>
      )}
      {rowsPerSecond > 0 && (
        <Text size="xs" c="dimmed">
          at most {rowsPerSecond.toLocaleString()} a second and task
        </Text>
      )}
    </Stack>
  );
}
