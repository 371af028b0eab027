import { Alert, Button, Code, Group } from "@mantine/core";
import { AskFirst } from "../forms/ask-first.tsx";
import { Section } from "../list/section.tsx";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";

const about = (
  <>
    Your server makes them with <Code>webhooks.createPortal</Code>, for your own users. A link ends after the time that was asked for, and
    when the token that made it is revoked.
  </>
);

/** The links by which a customer's own users see these pages: nothing is kept of them, so they are ended together. */
export function PortalLinks() {
  const { parley, may } = useParley();
  const revoke = useAction({ run: () => parley.webhooks.revokePortals(), done: "All links end within 5 seconds." });
  if (!may("administrate")) return <Alert color="blue">Only an administrator ends links.</Alert>;
  return (
    <Section title="Links to these pages" about={about}>
      <Group>
        <AskFirst
          title="Revoke all links?"
          words="Every link to the webhook pages of this API key ends within 5 seconds, whoever made it. Links that are made later open again."
          yes="Revoke all links"
          run={() => revoke.mutate()}
        >
          {(ask) => (
            <Button variant="light" color="red" loading={revoke.isPending} onClick={ask}>
              Revoke all links…
            </Button>
          )}
        </AskFirst>
      </Group>
    </Section>
  );
}
