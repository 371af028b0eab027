import { createHash, createSecretKey, type KeyObject } from "node:crypto";
import {
  type DeliveryEndpoint as DeliveryEndpointMessage,
  type GetWebhookConfigResponse,
  isWebhookEvent,
  isWebhookTrigger,
  type WebhookEvent,
  WebhookPayload,
  type WebhookSigningSecret,
  webhookTriggers,
} from "@parley/contracts/workspace";
import { type ConfiguredTarget, configuredTargets } from "./target.ts";

/** The form of an endpoint's bodies. */
export type Payload = "raw" | "processed" | "thin";

/** A secret that signs deliveries. */
export interface SigningSecret {
  readonly key: KeyObject;
  /** Time in ms until which it signs; infinite for the current secret. */
  readonly untilMs: number;
}

/** The events that an endpoint wants. An empty set of channels, organizations or documents does not filter. */
interface EndpointFilter {
  readonly events: ReadonlySet<WebhookEvent>;
  readonly channels: ReadonlySet<string>;
  readonly organizationIds: ReadonlySet<string>;
  readonly documentIds: ReadonlySet<string>;
}

/** An endpoint of an API key, ready for use. */
export interface DeliveryEndpoint {
  /** `raw`, `processed`, or the id of a further endpoint. */
  readonly endpointId: string;
  /** The customer's own id; empty for none. */
  readonly uid: string;
  readonly url: string;
  /** Changes with its URL, its headers or the form of bodies. */
  readonly address: string;
  /** Whether deliveries are sent; tests are sent in any case. */
  readonly isOn: boolean;
  readonly payload: Payload;
  readonly filter: EndpointFilter;
  /** Sent with every request, in addition to the headers of every delivery. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The header values that must not be shown. */
  readonly withheld: readonly string[];
  /** Newest first. */
  readonly secrets: readonly SigningSecret[];
  /** Maximum requests per second; undefined for no own limit. */
  readonly perSecond: number | undefined;
}

/** The fields of an event that filters use. */
export interface FilteredEvent {
  readonly trigger: string;
  /** Empty, like the document, for an event that has no place: no filter of places excludes it. */
  readonly organizationId: string;
  readonly documentId: string;
  /** Undefined if they are unknown: no filter of channels excludes the event. */
  readonly channels: readonly string[] | undefined;
  /** The id of the endpoint that it is about, which is not notified of itself. */
  readonly about?: string | undefined;
}

/** Whether an event is to be sent to an endpoint. */
export function wants({ endpointId, isOn, filter }: DeliveryEndpoint, event: FilteredEvent): boolean {
  const { trigger, organizationId, documentId } = event;
  if (!isOn || endpointId === event.about || !isWebhookEvent(trigger) || !filter.events.has(trigger)) return false;
  const { channels, organizationIds, documentIds } = filter;
  if (organizationIds.size > 0 && organizationId !== "" && !organizationIds.has(organizationId)) return false;
  if (documentIds.size > 0 && documentId !== "" && !documentIds.has(documentId)) return false;
  return channels.size === 0 || event.channels === undefined || event.channels.some((channel) => channels.has(channel));
}

const everywhere = { channels: new Set<string>(), organizationIds: new Set<string>(), documentIds: new Set<string>() };

/** The endpoints of a webhook configuration that have a URL. */
export function configuredEndpoints(answer: GetWebhookConfigResponse): DeliveryEndpoint[] {
  const { webhookServiceConfig: config, authToken, signingSecrets } = answer;
  const urls = { raw: config?.rawNotificationUrl ?? "", processed: config?.processedNotificationUrl ?? "" };
  const triggers = Object.entries(config?.triggers ?? {}).flatMap(([name, isOn]) => (isOn && isWebhookTrigger(name) ? [name] : []));
  const secrets = importedSecrets(signingSecrets);
  const endpoint = (target: ConfiguredTarget): DeliveryEndpoint => ({
    endpointId: target,
    uid: "",
    url: urls[target],
    address: digestOf([urls[target], authToken, ...formOf(answer)]),
    isOn: answer.useWebhookService,
    payload: target,
    filter: { events: new Set(triggers), ...everywhere },
    headers: authToken === "" ? [] : [["authorization", `Basic ${authToken}`]],
    withheld: [authToken],
    secrets,
    perSecond: undefined,
  });
  return configuredTargets.filter((target) => urls[target] !== "").map(endpoint);
}

const payloads = {
  [WebhookPayload.UNSPECIFIED]: "thin",
  [WebhookPayload.RAW]: "raw",
  [WebhookPayload.PROCESSED]: "processed",
  [WebhookPayload.THIN]: "thin",
} as const satisfies Record<WebhookPayload, Payload>;

/** A further endpoint; its bodies are encoded and encrypted as in the webhook configuration. */
export function furtherEndpoint(message: DeliveryEndpointMessage, config: GetWebhookConfigResponse): DeliveryEndpoint | undefined {
  const { endpoint, headers, signingSecrets } = message;
  if (endpoint === undefined) return undefined;
  const { endpointId, uid, url, filterTypes, rateLimit, disabled } = endpoint;
  return {
    endpointId,
    uid,
    url,
    address: digestOf([url, Object.entries(headers).toSorted(), ...formOf(config)]),
    isOn: !disabled,
    payload: payloads[endpoint.payload],
    filter: {
      events: new Set(filterTypes.length === 0 ? webhookTriggers : filterTypes.filter(isWebhookEvent)),
      channels: new Set(endpoint.channels),
      organizationIds: new Set(endpoint.organizationIds),
      documentIds: new Set(endpoint.documentIds),
    },
    headers: Object.entries(headers),
    withheld: Object.values(headers).flatMap(secretParts),
    secrets: importedSecrets(signingSecrets),
    perSecond: rateLimit === 0 ? undefined : rateLimit,
  };
}

// An endpoint may repeat the credentials without their scheme.
function secretParts(value: string): string[] {
  const [, credentials] = /^\w+ (.+)$/.exec(value) ?? [];
  return credentials === undefined ? [value] : [value, credentials];
}

function formOf({ webhookServiceConfig: config }: GetWebhookConfigResponse): unknown[] {
  return [config?.encodeData, config?.encryptData, config?.publicKey];
}

// Importing the keys is expensive, so it is done once for each response.
function importedSecrets(secrets: readonly WebhookSigningSecret[]): SigningSecret[] {
  return secrets.map(({ secret, signsUntilMs }) => ({
    key: createSecretKey(Buffer.from(secret.replace(/^whsec_/, ""), "base64")),
    untilMs: signsUntilMs === undefined ? Number.POSITIVE_INFINITY : Number(signsUntilMs),
  }));
}

// A digest, so that state kept for long contains no token.
function digestOf(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64");
}
