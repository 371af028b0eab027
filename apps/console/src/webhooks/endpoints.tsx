import { Checkbox, Code, Divider, PasswordInput, SimpleGrid, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { type WebhooksGetConfigAnswer, webhookTriggers } from "@parley/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Settings, SettingsForm } from "../forms/settings-form.tsx";
import { Section } from "../list/section.tsx";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";
import { triggerWords } from "./triggers.ts";

/** The webhook configuration of an API key. */
export function Endpoints() {
  const { parley, apiKey } = useParley();
  const query = useQuery({ queryKey: [apiKey, "webhookConfig"], queryFn: () => parley.webhooks.getConfig() });
  return <Settings query={query} words="Loading the configuration…" form={Form} />;
}

function Form({ kept: config }: { readonly kept: WebhooksGetConfigAnswer }) {
  const { parley, apiKey } = useParley();
  const { webhookServiceConfig: kept } = config;
  const [isOn, setOn] = useState(config.useWebhookService);
  const [raw, setRaw] = useState(kept.rawNotificationUrl ?? "");
  const [processed, setProcessed] = useState(kept.processedNotificationUrl ?? "");
  const [authToken, setAuthToken] = useState("");
  const [encodeData, setEncode] = useState(kept.encodeData);
  const [encryptData, setEncrypt] = useState(kept.encryptData);
  const [publicKey, setPublicKey] = useState(kept.publicKey ?? "");
  const [chosen, setChosen] = useState<readonly string[]>(
    Object.keys(kept.triggers).length === 0 ? webhookTriggers : webhookTriggers.filter((name) => kept.triggers[name]),
  );
  const save = useAction({
    run: () =>
      parley.webhooks.updateConfig({
        useWebhookService: isOn,
        webhookServiceConfig: {
          rawNotificationUrl: raw,
          processedNotificationUrl: processed,
          ...(authToken === "" ? {} : { authToken }),
          publicKey,
          encodeData,
          encryptData,
          triggers: Object.fromEntries(webhookTriggers.map((name) => [name, chosen.includes(name)])),
        },
      }),
    changes: [[apiKey, "webhookConfig"]],
    done: "Deliveries use the change within 2 seconds.",
  });
  return (
    <SettingsForm save={save} actions={["webhooks.updateConfig"]}>
      <Section title="Endpoints" about="The URLs that receive events, and their token.">
        <Stack>
          <Switch label="Send events" checked={isOn} onChange={(event) => setOn(event.currentTarget.checked)} />
          <TextInput
            label="Raw URL"
            description="Events with the whole thread"
            type="url"
            placeholder="https://example.com/webhooks"
            value={raw}
            onChange={(event) => setRaw(event.currentTarget.value)}
          />
          <TextInput
            label="Processed URL"
            description="Events with users to notify"
            type="url"
            placeholder="https://example.com/notify"
            value={processed}
            onChange={(event) => setProcessed(event.currentTarget.value)}
          />
          <PasswordInput
            label="Auth token"
            description={
              kept.authToken === null ? "Sent to your server as Authorization: Basic" : `Currently ${kept.authToken}; empty keeps it`
            }
            autoComplete="off"
            value={authToken}
            onChange={(event) => setAuthToken(event.currentTarget.value)}
          />
        </Stack>
      </Section>
      <Divider />
      <Events chosen={chosen} onChange={setChosen} />
      <Divider />
      <Section title="Delivery format" about="The encoding of bodies. Signatures cover the body as sent.">
        <Stack>
          <Checkbox label="Encode bodies as base64" checked={encodeData} onChange={(event) => setEncode(event.currentTarget.checked)} />
          <Checkbox label="Encrypt bodies" checked={encryptData} onChange={(event) => setEncrypt(event.currentTarget.checked)} />
          {encryptData && (
            <Textarea
              label="RSA public key"
              autosize
              minRows={4}
              maxRows={12}
              value={publicKey}
              onChange={(event) => setPublicKey(event.currentTarget.value)}
              styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
            />
          )}
        </Stack>
      </Section>
      <Divider />
    </SettingsForm>
  );
}

interface EventsProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

/** The events to send. */
function Events({ chosen, onChange }: EventsProps) {
  return (
    <Section
      title="Events"
      about={
        <>
          The events to send; the name beneath is <Code>event</Code> in the body.
        </>
      }
    >
      <Checkbox.Group aria-label="Events" value={[...chosen]} onChange={onChange}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="sm">
          {webhookTriggers.map((name) => (
            <Checkbox key={name} value={name} label={triggerWords[name]} description={<Code>{name}</Code>} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
    </Section>
  );
}
