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

/** Revokes the webhook portal links. No list of them is stored, so they are revoked together. */
export function PortalLinks() {
  const { parley, may } = useParley();
  const revoke = useAction({ run: () => parley.webhooks.revokePortals(), done: "All links stop working within 5 seconds." });
  if (!may("administrate")) return <Alert color="blue">Only an administrator ends links.</Alert>;
  return (
    <Section title="Links to these pages" about={about}>
      <Group>
        <AskFirst
          title="Revoke all links?"
          words="Every link to the webhook pages of this API key stops working within 5 seconds, whoever created it. Later links work as usual."
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
