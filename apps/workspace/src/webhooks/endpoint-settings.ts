import { isWebhookEvent, type WebhookEndpointPatch, WebhookPayload } from "@parley/contracts/workspace";
import { type FieldViolation, idProblem } from "@parley/kernel";
import { isMasked } from "../settings/masked.ts";
import { type WebhookUrlRules, webhookUrlProblem } from "./webhook-url.ts";

/** The form of an endpoint's bodies. */
export type Payload = "raw" | "processed" | "thin";

const maxHeaders = 10;
// All endpoints of a key are sent to the delivering service in one message.
const maxFilterBytes = 16 * 1024;

/** The settings of an endpoint, with its headers in plain text. Empty text, empty lists and 0 mean unset. */
export interface EndpointSettings {
  readonly uid: string;
  readonly url: string;
  readonly description: string;
  readonly filterTypes: readonly string[];
  readonly channels: readonly string[];
  readonly organizationIds: readonly string[];
  readonly documentIds: readonly string[];
  readonly payload: Payload;
  readonly headers: Readonly<Record<string, string>>;
  readonly rateLimit: number;
  readonly disabled: boolean;
  /** Text of a JSON object. */
  readonly metadata: string;
}

/** The default settings of an endpoint. */
export const noEndpointSettings: EndpointSettings = {
  uid: "",
  url: "",
  description: "",
  filterTypes: [],
  channels: [],
  organizationIds: [],
  documentIds: [],
  payload: "raw",
  headers: {},
  rateLimit: 0,
  disabled: false,
  metadata: "{}",
};

const payloads = {
  [WebhookPayload.UNSPECIFIED]: undefined,
  [WebhookPayload.RAW]: "raw",
  [WebhookPayload.PROCESSED]: "processed",
  [WebhookPayload.THIN]: "thin",
} as const satisfies Record<WebhookPayload, Payload | undefined>;

/** Merges: unset fields of the patch keep their values, empty ones clear. */
export function mergeEndpointSettings(stored: EndpointSettings, patch: WebhookEndpointPatch): EndpointSettings {
  const listOf = (list: { readonly values: readonly string[] } | undefined, kept: readonly string[]) =>
    list === undefined ? kept : [...new Set(list.values)];
  return {
    uid: patch.uid ?? stored.uid,
    url: patch.url ?? stored.url,
    description: patch.description ?? stored.description,
    filterTypes: listOf(patch.filterTypes, stored.filterTypes),
    channels: listOf(patch.channels, stored.channels),
    organizationIds: listOf(patch.organizationIds, stored.organizationIds),
    documentIds: listOf(patch.documentIds, stored.documentIds),
    payload: payloads[patch.payload] ?? stored.payload,
    headers: mergeHeaders(patch.clearHeaders ? {} : stored.headers, patch.headers),
    rateLimit: patch.rateLimit ?? stored.rateLimit,
    disabled: patch.disabled ?? stored.disabled,
    metadata: patch.metadataJson === undefined ? stored.metadata : patch.metadataJson || "{}",
  };
}

// Names of headers are case-insensitive.
function mergeHeaders(stored: EndpointSettings["headers"], changes: EndpointSettings["headers"]): EndpointSettings["headers"] {
  const changed = Object.entries(changes).map(([name, value]) => [name.toLowerCase(), value] as const);
  const merged = new Map([...Object.entries(stored), ...changed]);
  return Object.fromEntries([...merged].filter(([, value]) => value !== ""));
}

/** The violations of a patch and of the resulting settings; the field paths begin with `endpoint`. */
export function endpointViolations(patch: WebhookEndpointPatch, merged: EndpointSettings, rules: WebhookUrlRules): FieldViolation[] {
  return [...addressViolations(merged, rules), ...filterViolations(merged), ...headerViolations(patch, merged)].map(
    ({ field, message }) => ({ field: `endpoint.${field}`, message }),
  );
}

function addressViolations({ uid, url }: EndpointSettings, rules: WebhookUrlRules): FieldViolation[] {
  const problem = url === "" ? "is required" : webhookUrlProblem(url, rules);
  return [
    ...(problem === undefined ? [] : [{ field: "url", message: `url ${problem}.` }]),
    // The names of the webhook configuration's two endpoints, and the form of generated ids.
    ...(/^(raw|processed|ep_.*)$/.test(uid)
      ? [{ field: "uid", message: "uid must not be raw, processed, or begin with ep_, as the ids of endpoints do." }]
      : []),
  ];
}

const channel = /^[\w.:-]{1,128}$/;

function filterViolations({ filterTypes, channels, organizationIds, documentIds }: EndpointSettings): FieldViolation[] {
  const ids = [...organizationIds.map((id) => ["organization_ids", id]), ...documentIds.map((id) => ["document_ids", id])];
  const bytes = Buffer.byteLength(JSON.stringify([channels, organizationIds, documentIds]));
  return [
    ...filterTypes.flatMap((name) =>
      isWebhookEvent(name)
        ? []
        : [{ field: "filter_types", message: `filterTypes contains ${name.slice(0, 100)}, which is not an event.` }],
    ),
    ...channels.flatMap((name) =>
      channel.test(name)
        ? []
        : [{ field: "channels", message: "Each channel must consist of 1 to 128 letters, digits and the characters - _ . :" }],
    ),
    ...ids.flatMap(([field = "", id = ""]) => {
      const problem = idProblem(id);
      return problem === undefined ? [] : [{ field, message: `An id of ${field} ${problem}.` }];
    }),
    ...(bytes > maxFilterBytes
      ? [{ field: "document_ids", message: "channels, organizationIds and documentIds may have at most 16 KiB in total." }]
      : []),
  ];
}

const headerName = /^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
const headerValue = /^[\x20-\x7e]{1,2000}$/;
// The headers of every delivery, and those that belong to the connection.
const reservedHeader =
  /^(webhook-.*|content-.*|host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|user-agent|cookie)$/;

function headerViolations({ headers }: WebhookEndpointPatch, merged: EndpointSettings): FieldViolation[] {
  const problems = Object.entries(headers).flatMap(([given, value]) => {
    const name = given.toLowerCase();
    const shown = given.slice(0, 100);
    if (!headerName.test(name)) return [`headers contains ${shown}, which is not a header name.`];
    if (reservedHeader.test(name)) return [`headers contains ${shown}, which deliveries set themselves.`];
    if (isMasked(value)) return [`The value of the header ${shown} is masked: send the whole value, or leave it out to keep it.`];
    return value === "" || headerValue.test(value)
      ? []
      : [`The value of the header ${shown} must consist of at most 2,000 printable ASCII characters.`];
  });
  const tooMany = Object.keys(merged.headers).length > maxHeaders ? [`An endpoint has at most ${maxHeaders} headers.`] : [];
  return [...problems, ...tooMany].map((message) => ({ field: "headers", message }));
}
