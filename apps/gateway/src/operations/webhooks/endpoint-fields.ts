import type { MessageInitShape } from "@bufbuild/protobuf";
import { type WebhookEndpoint, type WebhookEndpointPatchSchema, WebhookPayload, webhookEvents } from "@parley/contracts/workspace";
import * as z from "zod";
import { freeForm, fromJsonText, id, wholeNumber, writtenSecret } from "../fields.ts";
import { whileDisabled } from "../texts.ts";

const most = 100;
const metadataCharacters = 4_000;

const payloads = {
  raw: WebhookPayload.RAW,
  processed: WebhookPayload.PROCESSED,
  thin: WebhookPayload.THIN,
} as const;

type Payload = keyof typeof payloads;

const clearable = <Value extends z.ZodType>(value: Value) => value.nullable().optional();

const channel = z.string().regex(/^[\w.:-]{1,128}$/, "must be 1 to 128 letters, digits and the characters - _ . :");

const header = writtenSecret(2_000).nullable();

/** The fields of an endpoint that can be set. */
export const endpointFields = {
  uid: clearable(id()).meta({ description: "Your own id of the endpoint, usable in place of `endpointId`." }),
  description: clearable(z.string().max(1_000)).meta({ description: "A note for people." }),
  filterTypes: clearable(z.array(z.enum(webhookEvents)).max(webhookEvents.length)).meta({
    description:
      "The events that it receives; all nine triggers if absent. `endpoint.failing`, `endpoint.gone`, `delivery.exhausted` and `removal.complete` are sent only to endpoints that list them, the first three never to the endpoint that they are about.",
  }),
  channels: clearable(z.array(channel).max(most)).meta({
    description: "Only events of threads whose `metadata.channels` (a list, or one string) has one of these.",
  }),
  organizationIds: clearable(z.array(id()).max(most)).meta({ description: "Only events in these organizations." }),
  documentIds: clearable(z.array(id()).max(most)).meta({ description: "Only events in documents with these ids." }),
  payload: z.enum(["raw", "processed", "thin"]).optional().meta({
    description:
      "The form of the bodies; `raw` by default. `thin` has ids and the names of the changed fields, and no content. A change applies to later events.",
  }),
  headers: clearable(z.record(z.string().min(1).max(100), header)).meta({
    description:
      "Headers of every request, at most ten. Values are never returned. In an update, absent headers stay and null removes one.",
  }),
  rateLimit: clearable(z.number().int().min(1).max(10_000)).meta({ description: "Maximum number of requests per second." }),
  disabled: z
    .boolean()
    .optional()
    .meta({ description: `Whether it is disabled. ${whileDisabled}` }),
  metadata: clearable(
    freeForm().refine((value) => JSON.stringify(value).length <= metadataCharacters, `must have at most ${metadataCharacters} characters`),
  ).meta({ description: "Your own keys." }),
};

type Fields = { readonly [Name in keyof typeof endpointFields]?: z.output<(typeof endpointFields)[Name]> };

/** The change of an endpoint for the fields of a request. */
export function toEndpointPatch(
  fields: Fields & { readonly url?: string | undefined },
): MessageInitShape<typeof WebhookEndpointPatchSchema> {
  const { url, uid, description, payload, headers, rateLimit, disabled, metadata } = fields;
  return {
    ...(url === undefined ? {} : { url }),
    ...(uid === undefined ? {} : { uid: uid ?? "" }),
    ...(description === undefined ? {} : { description: description ?? "" }),
    ...listOf("filterTypes", fields.filterTypes),
    ...listOf("channels", fields.channels),
    ...listOf("organizationIds", fields.organizationIds),
    ...listOf("documentIds", fields.documentIds),
    ...(payload === undefined ? {} : { payload: payloads[payload] }),
    clearHeaders: headers === null,
    headers: Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, value ?? ""])),
    ...(rateLimit === undefined ? {} : { rateLimit: rateLimit ?? 0 }),
    ...(disabled === undefined ? {} : { disabled }),
    ...(metadata === undefined ? {} : { metadataJson: JSON.stringify(metadata ?? {}) }),
  };
}

function listOf<Name extends string>(name: Name, values: readonly string[] | null | undefined) {
  return values === undefined ? {} : ({ [name]: { values: [...(values ?? [])] } } as { [Key in Name]: { values: string[] } });
}

/** An endpoint in a response. */
export const storedEndpointFields = {
  id: z.string().meta({ description: "The same as `endpointId`." }),
  endpointId: z.string().meta({ description: "`raw` and `processed` are the two URLs of the webhook configuration." }),
  uid: z.string().nullable().meta({ description: "Your own id of the endpoint." }),
  url: z.string().meta({ description: "The URL of its deliveries." }),
  description: z.string().nullable().meta({ description: "A note for people." }),
  filterTypes: z.array(z.enum(webhookEvents)).nullable().meta({ description: "Null for all nine triggers." }),
  channels: z.array(z.string()).nullable().meta({ description: "Null for all." }),
  organizationIds: z.array(z.string()).nullable().meta({ description: "Null for all." }),
  documentIds: z.array(z.string()).nullable().meta({ description: "Null for all." }),
  payload: z.enum(["raw", "processed", "thin"]).meta({ description: "The form of the bodies." }),
  headerNames: z.array(z.string()).meta({ description: "The names of its headers, in lower case." }),
  rateLimit: wholeNumber().nullable().meta({ description: "Maximum number of requests per second; null for no own limit." }),
  disabled: z.boolean().meta({ description: "Whether it is disabled: nothing is sent to it, and events are not stored for it." }),
  metadata: freeForm().meta({ description: "Your own keys." }),
  createdAt: wholeNumber().nullable().meta({ description: "Null for `raw` and `processed`." }),
  updatedAt: wholeNumber().nullable().meta({ description: "When it was last changed; null for `raw` and `processed`." }),
};

/** The URL of an endpoint. */
export const endpointUrl = () => z.string().min(1).max(2_000).meta({ description: "The URL of its deliveries." });

export const storedEndpoint = z.object(storedEndpointFields).meta({ title: "WebhookEndpoint" });

export function fromEndpoint(endpoint: WebhookEndpoint | undefined) {
  const isConfigured = endpoint?.endpointId === "raw" || endpoint?.endpointId === "processed";
  const listed = (values: readonly string[] = []) => (values.length === 0 ? null : values);
  return {
    id: endpoint?.endpointId ?? "",
    endpointId: endpoint?.endpointId ?? "",
    uid: endpoint?.uid || null,
    url: endpoint?.url ?? "",
    description: endpoint?.description || null,
    // A configured URL whose triggers are all off receives nothing.
    filterTypes: isConfigured ? endpoint.filterTypes : listed(endpoint?.filterTypes),
    channels: listed(endpoint?.channels),
    organizationIds: listed(endpoint?.organizationIds),
    documentIds: listed(endpoint?.documentIds),
    payload: fromPayload(endpoint?.payload),
    headerNames: endpoint?.headerNames ?? [],
    rateLimit: endpoint?.rateLimit || null,
    disabled: endpoint?.disabled ?? false,
    metadata: fromJsonText(endpoint?.metadataJson ?? ""),
    createdAt: Number(endpoint?.createdAtMs ?? 0) || null,
    updatedAt: Number(endpoint?.updatedAtMs ?? 0) || null,
  };
}

function fromPayload(message: WebhookPayload | undefined): Payload {
  return (Object.keys(payloads) as Payload[]).find((name) => payloads[name] === message) ?? "raw";
}

/** The id or uid of an endpoint. */
export const endpointId = () => id().meta({ description: "Its id, or your own `uid`." });

/** An endpoint for the examples. */
export const exampleEndpoint = {
  id: "ep_5Qm2ZcV9xT4bKp1LsNfWyR",
  endpointId: "ep_5Qm2ZcV9xT4bKp1LsNfWyR",
  uid: "crm",
  url: "https://hooks.acme.example/parley/crm",
  description: "Comments for the CRM",
  filterTypes: ["comment_annotation.add", "comment.add"],
  channels: null,
  organizationIds: ["acme"],
  documentIds: null,
  payload: "thin",
  headerNames: ["x-crm-token"],
  rateLimit: 20,
  disabled: false,
  metadata: { team: "sales" },
  createdAt: 1_767_225_600_000,
  updatedAt: 1_767_225_600_000,
};
