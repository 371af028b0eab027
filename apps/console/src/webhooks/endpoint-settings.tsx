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
  raw: "Events with the whole thread",
  processed: "Events with the users to notify",
  thin: "Ids and the names of changed fields, for receivers that must not store content",
} as const satisfies Record<Payload, string>;

/** The settings of an endpoint; reset whenever the stored ones change. */
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
      <Section title="Endpoint" about="Its URL and your own id.">
        <Stack>
          <Switch label="Send to it" checked={!disabled} onChange={(event) => setDisabled(!event.currentTarget.checked)} />
          <TextInput label="URL" type="url" required value={url} onChange={(event) => setUrl(event.currentTarget.value)} />
          <TextInput label="Your own id" value={uid} onChange={(event) => setUid(event.currentTarget.value)} />
          <TextInput label="Note" value={description} onChange={(event) => setDescription(event.currentTarget.value)} />
          <NumberInput
            label="Requests per second"
            description="Empty for no limit"
            min={1}
            max={10_000}
            allowDecimal={false}
            value={rateLimit}
            onChange={setRateLimit}
          />
        </Stack>
      </Section>
      <Divider />
      <Section title="Events" about="The events it receives; all nine of threads if none is chosen.">
        <Checkbox.Group aria-label="Events" value={[...events]} onChange={setEvents}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="sm">
            {allEvents.map((name: Event) => (
              <Checkbox key={name} value={name} label={eventWords[name]} description={<Code>{name}</Code>} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      </Section>
      <Divider />
      <Section title="Places" about="It receives only events of these places; an empty list means all.">
        <Stack>
          <TagsInput label="Organizations" placeholder="Ids" value={[...organizationIds]} onChange={setOrganizations} />
          <TagsInput label="Documents" placeholder="Ids" value={[...documentIds]} onChange={setDocuments} />
          <TagsInput
            label="Channels"
            description="Listed as channels in the metadata of a thread"
            placeholder="billing"
            value={[...channels]}
            onChange={setChannels}
          />
        </Stack>
      </Section>
      <Divider />
      <Section title="Bodies" about="The form of each event's body.">
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
        about="Sent with every request, such as credentials that your server expects. Values are stored encrypted and never shown."
      >
        <EndpointHeaders names={kept.headerNames} changes={headers} onChange={setHeaders} />
      </Section>
      <Divider />
    </SettingsForm>
  );
}

// An empty list means no restriction.
function listed<Value>(values: readonly Value[]): Value[] | null {
  return values.length === 0 ? null : [...values];
}
