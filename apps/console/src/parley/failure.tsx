import { Alert, Button, Code, Group, List, Text } from "@mantine/core";
import { BatchError, ConnectionError, InvalidArgumentError, ParleyError, TimeoutError } from "@parley/sdk";
import { IconAlertTriangle } from "@tabler/icons-react";
import { SessionFailure } from "../session/session.ts";

interface FailureWords {
  readonly sentence: string;
  /** Further problems beyond the first. */
  readonly more: readonly string[];
  readonly requestId: string;
}

const late = "Parley did not respond in time. Try again.";
const unreachable = "Parley could not be reached. Check your connection, and try again.";

/** The words of a failure for people. */
export function failureWords(error: unknown): FailureWords {
  if (error instanceof InvalidArgumentError) {
    return {
      sentence: error.message,
      more: error.violations.map(({ message }) => message).filter((words) => words !== error.message),
      requestId: error.requestId,
    };
  }
  // The error's own message is for programmers. There is no request id to look up, because the request may not have arrived.
  if (error instanceof ConnectionError) return { sentence: error instanceof TimeoutError ? late : unreachable, more: [], requestId: "" };
  if (error instanceof BatchError) {
    const [first = "", ...more] = error.failed.map(({ id, message }) => `${id}: ${message}`);
    return { sentence: first, more, requestId: error.requestId };
  }
  if (error instanceof ParleyError) return { sentence: error.message, more: [], requestId: error.requestId };
  if (error instanceof SessionFailure) return { sentence: error.message, more: [], requestId: error.requestId };
  return { sentence: error instanceof Error ? error.message : String(error), more: [], requestId: "" };
}

interface FailureProps {
  readonly error: unknown;
  readonly onRetry?: () => unknown;
}

/** A failure in place of the result: the sentence, the request id for the logs, and a button to retry. */
export function Failure({ error, onRetry }: FailureProps) {
  const { sentence, more, requestId } = failureWords(error);
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={sentence} role="alert" my="md">
      {more.length > 0 && (
        <List size="sm">
          {more.map((words) => (
            <List.Item key={words}>{words}</List.Item>
          ))}
        </List>
      )}
      <Group justify="space-between" mt="xs">
        <Text size="sm">
          {requestId !== "" && (
            <>
              Request <Code>{requestId}</Code>
            </>
          )}
        </Text>
        {onRetry !== undefined && (
          <Button size="xs" variant="default" onClick={() => onRetry()}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
