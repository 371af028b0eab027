import { Alert, Button, Code, Group, Select, Stack, Text } from "@mantine/core";
import { webhookTriggers } from "@parley/sdk";
import { IconSend } from "@tabler/icons-react";
import { useState } from "react";
import { Section } from "../list/section.tsx";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";
import { type Trigger, triggerWords } from "./triggers.ts";

/** Sends a test event to the two URLs or to one endpoint, and shows the endpoints' responses. */
export function TestEvent({ endpointId }: { readonly endpointId?: string }) {
  const { parley, may } = useParley();
  const [trigger, setTrigger] = useState<Trigger>("comment.add");
  const test = useAction({ run: () => parley.webhooks.test({ trigger, ...(endpointId === undefined ? {} : { endpointId }) }) });
  return (
    <Section title="Test event" about="Signed, encoded and encrypted as configured, sent once and not logged.">
      <Stack>
        <Group align="flex-end">
          <Select
            label="Event"
            data={webhookTriggers.map((value) => ({ value, label: `${triggerWords[value]} (${value})` }))}
            value={trigger}
            onChange={(chosen) => setTrigger(chosen ?? "comment.add")}
            allowDeselect={false}
            w={360}
            maw="100%"
          />
          <Button
            leftSection={<IconSend size={16} aria-hidden />}
            disabled={!may("act")}
            loading={test.isPending}
            onClick={() => test.mutate()}
          >
            Send a test event
          </Button>
        </Group>
        {test.data?.map(({ endpointId: tested, success, attempt }) => (
          <Alert
            key={tested}
            color={success ? "green" : "red"}
            title={`${tested}: ${success ? "delivered" : "not delivered"}`}
            role="status"
          >
            {attempt !== null && (
              <Stack gap={4}>
                <Text size="sm">
                  {attempt.status === null
                    ? (attempt.error ?? attempt.errorClass)
                    : `Answered ${attempt.status} after ${attempt.durationMs} ms`}
                </Text>
                {attempt.responseExcerpt !== "" && <Code block>{attempt.responseExcerpt}</Code>}
              </Stack>
            )}
          </Alert>
        ))}
      </Stack>
    </Section>
  );
}
