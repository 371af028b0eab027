import { Alert, Code, Progress, Stack, Text } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Loading } from "../list/loading.tsx";
import { useParley } from "../parley/client.ts";
import { Failure } from "../parley/failure.tsx";
import { Time } from "../text/time.tsx";
import { Certificate } from "./certificate.tsx";

interface EraseProgressProps {
  readonly jobId: string;
  readonly tasksCount: number;
  /** The subject of the removal, in the form used for certificates: `user:gina`. */
  readonly subject: string;
}

/** The progress of a removal until nothing is left. */
export function EraseProgress({ jobId, tasksCount, subject }: EraseProgressProps) {
  const { parley, apiKey } = useParley();
  const { data, error, refetch } = useQuery({
    queryKey: [apiKey, "removal", jobId],
    queryFn: () => parley.users.getDataDeletion({ jobId }),
    refetchInterval: ({ state }) => (state.data?.isDeleteCompleted ? false : 1_000),
  });
  const client = useQueryClient();
  const isCompleted = data?.isDeleteCompleted === true;
  // Data that pages have loaded before no longer exists.
  useEffect(() => {
    if (isCompleted) void client.invalidateQueries({ queryKey: [apiKey], predicate: ({ queryKey }) => queryKey[1] !== "removal" });
  }, [client, apiKey, isCompleted]);
  if (error !== null) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Loading words="Loading the progress…" />;
  if (data.isDeleteCompleted)
    return (
      <Alert color="green" icon={<IconCheck aria-hidden />} title="Nothing is left" role="status">
        All {tasksCount} tasks are done; the last one <Time at={data.lastTaskCompletedTime} />. Job <Code>{jobId}</Code>
        <Certificate jobId={jobId} subject={subject} />
      </Alert>
    );
  const done = Math.max(0, tasksCount - data.tasksLeft);
  return (
    <Stack gap="xs" role="status">
      <Text size="sm">
        {done} of {tasksCount} tasks are done, {data.tasksLeft} are left. You may close this: it goes on by itself.
      </Text>
      <Progress value={(100 * done) / Math.max(1, tasksCount)} animated aria-label="Completed tasks" />
      <Text size="xs" c="dimmed">
        Job <Code>{jobId}</Code>
      </Text>
    </Stack>
  );
}
