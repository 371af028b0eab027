import { Checkbox, Code, Divider, NumberInput, Radio, SimpleGrid, Stack, Switch, TagsInput, TextInput } from "@mantine/core";
import type { WebhookEndpointWithState } from "@parley/sdk";
import { useState } from "react";
import { SettingsForm } from "../forms/settings-form.tsx";
import { Section } from "../list/section.tsx";
import { useParley } from "../parley/client.ts";
import { useAction } from "../parley/use-action.tsx";
import { EndpointHeaders, type HeaderChanges } from "./endpoint-headers.tsx";
import { allEvents, eventWords } from "./triggers.ts";

type Event = NonNullable<WebhookEndpointWithState["filterTypes"]>[number];
type Payload = WebhookEndpointWithState["payload"];

const payloadWords = {
  raw: "What happened, with the whole thread",
  processed: "Who has to be notified of what",
  thin: "Ids and the names of what changed, for a receiver that must not hold content",
} as const satisfies Record<Payload, string>;

/** What an endpoint receives, where, and how; begun again whenever it has changed. */
export function EndpointSettings({ kept }: { readonly kept: WebhookEndpointWithState }) {
  const { parley, apiKey } = useParley();
  const [url, setUrl] = useState(kept.url);
  const [uid, setUid] = useState(kept.uid ?? "");
  const [description, setDescription] = useState(kept.description ?? "");
  const [disabled, setDisabled] = useState(kept.disabled);
  const [rateLimit, setRateLimit] = useState<number | string>(kept.rateLimit ?? "");
  const [payload, setPayload] = useState<Payload>(kept.payload);
  const [events, setEvents] = useState<readonly string[]>(kept.filterTypes ?? []);
  const [channels, setChannels] = useState<readonly string[]>(kept.channels ?? []);
  const [organizationIds, setOrganizations] = useState<readonly string[]>(kept.organizationIds ?? []);
  const [documentIds, setDocuments] = useState<readonly string[]>(kept.documentIds ?? []);
  const [headers, setHeaders] = useState<HeaderChanges>({});
  const save = useAction({
    run: () =>
      parley.webhooks.updateEndpoint({
        endpointId: kept.endpointId,
        url,
        uid: uid === "" ? null : uid,
        description: description === "" ? null : description,
        disabled,
        rateLimit: typeof rateLimit === "number" ? rateLimit : null,
        payload,
        filterTypes: listed(allEvents.filter((name) => events.includes(name))),
        channels: listed(channels),
        organizationIds: listed(organizationIds),
        documentIds: listed(documentIds),
        headers,
      }),
    changes: [[apiKey, "endpoints"]],
    done: "Events use it within 2 seconds.",
  });
  return (
    <SettingsForm save={save} actions={["webhooks.updateEndpoint", "webhooks.createEndpoint"]}>
      <Section title="Endpoint" about="Where it is, and what you know it by.">
        <Stack>
          <Switch label="Send to it" checked={!disabled} onChange={(event) => setDisabled(!event.currentTarget.checked)} />
          <TextInput label="URL" type="url" required value={url} onChange={(event) => setUrl(event.currentTarget.value)} />
          <TextInput label="Your own id" value={uid} onChange={(event) => setUid(event.currentTarget.value)} />
          <TextInput label="Note" value={description} onChange={(event) => setDescription(event.currentTarget.value)} />
          <NumberInput
            label="Most requests in a second"
            description="Empty for no limit of its own"
            min={1}
            max={10_000}
            allowDecimal={false}
            value={rateLimit}
            onChange={setRateLimit}
          />
        </Stack>
      </Section>
      <Divider />
      <Section title="Events" about="What it receives: all nine of threads while none is chosen.">
        <Checkbox.Group aria-label="Events" value={[...events]} onChange={setEvents}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="sm">
            {allEvents.map((name: Event) => (
              <Checkbox key={name} value={name} label={eventWords[name]} description={<Code>{name}</Code>} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      </Section>
      <Divider />
      <Section title="Places" about="It receives only what happens here; an empty list does not narrow.">
        <Stack>
          <TagsInput label="Organizations" placeholder="Ids" value={[...organizationIds]} onChange={setOrganizations} />
          <TagsInput label="Documents" placeholder="Ids" value={[...documentIds]} onChange={setDocuments} />
          <TagsInput
            label="Channels"
            description="What the metadata of a thread lists as channels"
            placeholder="billing"
            value={[...channels]}
            onChange={setChannels}
          />
        </Stack>
      </Section>
      <Divider />
      <Section title="Bodies" about="What each event is told by.">
        <Radio.Group aria-label="Bodies" value={payload} onChange={(chosen) => setPayload(chosen as Payload)}>
          <Stack gap="sm">
            {(Object.keys(payloadWords) as Payload[]).map((name) => (
              <Radio key={name} value={name} label={name} description={payloadWords[name]} />
            ))}
          </Stack>
        </Radio.Group>
      </Section>
      <Divider />
      <Section
        title="Headers"
        about="Sent with every request, such as what your server knows Parley by. Values are kept sealed and never shown."
      >
        <EndpointHeaders names={kept.headerNames} changes={headers} onChange={setHeaders} />
      </Section>
      <Divider />
    </SettingsForm>
  );
}

// An empty list does not narrow.
function listed<Value>(values: readonly Value[]): Value[] | null {
  return values.length === 0 ? null : [...values];
}
