import { Alert, Button, Code, Group, Stack, Text } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { LastChange } from "../audit/last-change.tsx";
import { AskFirst } from "../forms/ask-first.tsx";
import { Section } from "../list/section.tsx";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";
import { Copy } from "../text/copy.tsx";
import { Time } from "../text/time.tsx";

const about =
  "Every delivery carries the headers of Standard Webhooks. Check webhook-signature with this secret, so that nobody else can send you events.";

/**
 * The secret that signs the deliveries of an endpoint or of the two URLs: shown to administrators on request, and rotated without an
 * outage.
 */
export function SigningSecret({ endpointId }: { readonly endpointId?: string }) {
  const { parley, apiKey, may } = useParley();
  const { webhooks } = parley;
  const show = useAction({
    run: () => (endpointId === undefined ? webhooks.getSecret() : webhooks.getEndpointSecret({ endpointId })),
  });
  const rotate = useAction({
    run: () => (endpointId === undefined ? webhooks.rotateSecret() : webhooks.rotateEndpointSecret({ endpointId })),
    done: "The previous secret keeps signing as well for 24 hours.",
  });
  const secret = rotate.data ?? show.data;
  if (!may("administrate")) return <Alert color="blue">Only an administrator sees the secret.</Alert>;
  return (
    <Section title="Signing secret" about={about}>
      <Stack>
        {secret === undefined ? (
          <Group>
            <Button
              variant="default"
              leftSection={<IconEye size={16} aria-hidden />}
              loading={show.isPending}
              onClick={() => show.mutate()}
            >
              Show the secret
            </Button>
          </Group>
        ) : (
          <>
            <Group wrap="nowrap">
              <Code style={{ overflowWrap: "anywhere" }}>{secret.secret}</Code>
              <Copy value={secret.secret} label="Copy the secret" />
            </Group>
            <Text size="sm" c="dimmed">
              Made <Time at={secret.createdAt} c="dimmed" />
              {secret.previousSignsUntil !== null && (
                <>
                  ; the one before signs until <Time at={secret.previousSignsUntil} c="dimmed" />
                </>
              )}
            </Text>
          </>
        )}
        <Group>
          <AskFirst
            title="Rotate the secret?"
            words="Deliveries are signed with both secrets for 24 hours, then with the new one only. Your server must have it by then."
            yes="Rotate the secret"
            run={() => rotate.mutate()}
          >
            {(ask) => (
              <Button variant="light" color="red" loading={rotate.isPending} onClick={ask}>
                Rotate the secret…
              </Button>
            )}
          </AskFirst>
        </Group>
        <LastChange actions={endpointId === undefined ? ["webhooks.rotateSecret"] : ["webhooks.rotateEndpointSecret"]} of={apiKey} />
      </Stack>
    </Section>
  );
}
