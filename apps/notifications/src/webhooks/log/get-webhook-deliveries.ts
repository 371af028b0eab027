import type { GetWebhookDeliveriesRequest } from "@parley/contracts/notifications";
import { invalid } from "@parley/kernel";
import type { WebhookContext, WebhookHandler } from "../../context.ts";
import { checkFilters, fittingPage, pageSizeOf, positionOf, tokenOf } from "../../delivery/log-page.ts";
import { lastKnownEndpoints } from "../config/delivery-configs.ts";
import type { Payload } from "../config/delivery-endpoint.ts";
import { configuredTargets, isConfigured, targetOf } from "../config/target.ts";
import { endpointIdOf } from "../endpoints/get-webhook-endpoints.ts";
import { type DeliveryRow, type Detail, type LogFilter, placeOf, selectAttempts, selectLog, selectLogByIds } from "./webhook-log.store.ts";
import { selectPayloads } from "./webhook-payloads.store.ts";
import { deliveryMessage, stateOf } from "./wire.ts";

// Endpoints decide the size of their responses, and a list has many attempts, so each shows few details.
const detailInLists: Detail = { attempts: 3, excerptBytes: 500 };
const detailOfOne: Detail = { attempts: 20, excerptBytes: 16 * 1024 };

export const getWebhookDeliveries = (context: WebhookContext): WebhookHandler<"getWebhookDeliveries"> => {
  const { database, texts, configs } = context;
  return async (request) => {
    const { apiKeyId, webhookIds } = request;
    checkFilters(request, webhookIds, "webhook_ids", request.trigger !== "" || request.target !== 0 || request.endpointId !== "");
    if (request.target !== 0 && request.endpointId !== "") throw invalid("endpoint_id", "endpoint_id excludes target.");
    const { rows, next } = await select(request);
    const detail = webhookIds.length === 1 ? detailOfOne : detailInLists;
    const [attempts, carried] = await Promise.all([
      attemptsOf(apiKeyId, rows, detail),
      request.includeBodies ? bodiesOf(apiKeyId, rows) : new Map<number, string>(),
    ]);
    const logged = rows.map((row) => ({ row, attempts: attempts.get(row.deliveryId) ?? [], body: carried.get(row.deliveryId) }));
    const page = fittingPage(logged, next, placeOf);
    return {
      deliveries: page.entries.map(({ row, attempts, body }) => deliveryMessage(row, attempts, body)),
      nextPageToken: tokenOf(page.next),
    };
  };

  async function select(request: GetWebhookDeliveriesRequest) {
    const { apiKeyId, webhookIds } = request;
    const position = positionOf(request);
    if (webhookIds.length > 0) return { rows: await selectLogByIds(database, { apiKeyId, webhookIds, ...position }), next: undefined };
    const endpointId = await endpointIdOf(context, apiKeyId, request.endpointId);
    return selectLog(database, filterOf({ ...request, endpointId }), position, pageSizeOf(request));
  }

  async function attemptsOf(apiKeyId: string, rows: readonly DeliveryRow[], detail: Detail) {
    const found = rows.length === 0 ? [] : await selectAttempts(database, apiKeyId, rows, detail);
    return Map.groupBy(found, ({ deliveryId }) => deliveryId);
  }

  /** The payload forms, by endpoint. */
  async function formsOf(apiKeyId: string, rows: readonly DeliveryRow[]): Promise<ReadonlyMap<string, Payload>> {
    const ofConfiguration: ReadonlyMap<string, Payload> = new Map(configuredTargets.map((target) => [target, target]));
    if (rows.every(({ target }) => isConfigured(target))) return ofConfiguration;
    const endpoints = lastKnownEndpoints(await configs.of(apiKeyId));
    return new Map([...ofConfiguration, ...[...endpoints].map(([endpointId, { payload }]) => [endpointId, payload] as const)]);
  }

  /** The bodies of deliveries, by id. Bodies that are not built yet are shown as they would be now. */
  async function bodiesOf(apiKeyId: string, rows: readonly DeliveryRow[]): Promise<Map<number, string>> {
    const ids = rows.map(({ deliveryId }) => deliveryId);
    const payloads = ids.length === 0 ? [] : await selectPayloads(database, apiKeyId, ids);
    const payloadOf = new Map(payloads.map((payload) => [payload.deliveryId, payload]));
    const carrying = rows.flatMap((row) => {
      const carried = payloadOf.get(row.deliveryId);
      return carried === undefined ? [] : [{ ...row, ...carried, apiKeyId }];
    });
    const drafts = carrying.flatMap((row) => (row.event === null ? [] : [{ ...row, event: row.event }]));
    const forms = await formsOf(apiKeyId, drafts);
    // A draft for a deleted or disabled endpoint has no form.
    const formed = drafts.flatMap((row) => {
      const payload = forms.get(row.target);
      return payload === undefined ? [] : [{ ...row, payload }];
    });
    const shown = await texts.of(formed);
    const previews = new Map(formed.map((row) => [row.deliveryId, shown.get(row)]));
    return new Map(
      carrying.flatMap((row) => {
        const body = row.event === null ? row.body : previews.get(row.deliveryId);
        return body === undefined ? [] : [[row.deliveryId, body]];
      }),
    );
  }
};

function filterOf({ apiKeyId, state, trigger, organizationId, documentId, fromMs, ...endpoint }: GetWebhookDeliveriesRequest): LogFilter {
  const target = targetOf(endpoint.target) ?? endpoint.endpointId;
  return { apiKeyId, state: stateOf(state), trigger, target, organizationId, documentId, fromMs: Number(fromMs) };
}
