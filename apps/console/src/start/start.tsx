import { Button, Divider, Group, Paper, Text, Title } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useParley } from "../parley/client.ts";
import { Checklist } from "./checklist.tsx";
import { FirstCalls } from "./first-calls.tsx";
import { useFirstSteps } from "./use-first-steps.ts";

/**
 * The set-up of an API key, shown until all steps are complete or it is hidden: the first steps, and until there is a comment, the calls
 * that add one.
 */
export function Start() {
  const { apiKey } = useParley();
  const [isHidden, setHidden] = useLocalStorage({
    key: `parley-start-hidden-${apiKey}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const { data: steps } = useFirstSteps();
  if (isHidden || steps === undefined) return null;
  const done = Object.values(steps).filter(Boolean).length;
  const isBegun = steps.document && steps.comment;
  if (done === Object.keys(steps).length) return null;
  return (
    <Paper withBorder p="md" component="section" aria-label="Get started">
      <Group justify="space-between" mb="sm">
        <Group gap="sm" align="baseline">
          <Title order={2}>Get started</Title>
          <Text size="sm" c="dimmed">
            {done} of {Object.keys(steps).length} done
          </Text>
        </Group>
        {isBegun && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setHidden(true)}>
            Hide
          </Button>
        )}
      </Group>
      <Checklist steps={steps} />
      {!isBegun && (
        <>
          <Divider my="md" />
          <FirstCalls />
        </>
      )}
    </Paper>
  );
}
