import type { MessageInitShape } from "@bufbuild/protobuf";
import { type WebhookEndpointSchema, WebhookPayload } from "@parley/contracts/workspace";
import type { EndpointSettings, Payload } from "./endpoint-settings.ts";
import type { EndpointRow, WrittenEndpoint } from "./endpoints.store.ts";

const payloads = {
  raw: WebhookPayload.RAW,
  processed: WebhookPayload.PROCESSED,
  thin: WebhookPayload.THIN,
} as const satisfies Record<Payload, WebhookPayload>;

/** An endpoint as its owner sees it: without the values of its headers. */
export function endpointMessage(row: EndpointRow): MessageInitShape<typeof WebhookEndpointSchema> {
  const { endpointId, uid, url, description, payload, rateLimit, disabled, metadata, createdAtMs, updatedAtMs } = row;
  return {
    endpointId,
    uid: uid ?? "",
    url,
    description,
    filterTypes: [...row.filterTypes],
    channels: [...row.channels],
    organizationIds: [...row.organizationIds],
    documentIds: [...row.documentIds],
    payload: payloads[payload],
    headerNames: [...row.headerNames],
    rateLimit,
    disabled,
    metadataJson: metadata,
    createdAtMs: BigInt(createdAtMs),
    updatedAtMs: BigInt(updatedAtMs),
  };
}

/** Settings in their stored form, with their headers sealed. */
export function writtenSettings({ headers, uid, ...settings }: EndpointSettings, sealed: string): WrittenEndpoint {
  return { ...settings, uid: uid === "" ? null : uid, headerNames: Object.keys(headers).toSorted(), sealed };
}

/** The settings of a stored endpoint, with its headers opened. */
export function settingsOf(row: EndpointRow, headers: EndpointSettings["headers"]): EndpointSettings {
  const { url, description, filterTypes, channels, organizationIds, documentIds, payload, rateLimit, disabled, metadata } = row;
  const lists = { filterTypes, channels, organizationIds, documentIds };
  return { uid: row.uid ?? "", url, description, ...lists, payload, headers, rateLimit, disabled, metadata };
}
