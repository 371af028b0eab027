import type { GetWebhookDeliveriesRequest } from "@parley/contracts/notifications";
import { decodeCursor, encodeCursor, invalid } from "@parley/kernel";
import { targetOf } from "../target.ts";
import type { WebhookContext, WebhookHandler } from "../webhook-context.ts";
import { deliveryMessage, stateOf } from "../wire.ts";
import { cutLog, type Detail, detailInLists, detailOfOne } from "./log-page.ts";
import { type DeliveryRow, type LogFilter, type LogPosition, selectAttempts, selectLog, selectLogByIds } from "./webhook-log.store.ts";

const defaultPageSize = 100;
const endOfTimeMs = 8.64e15;

export const getWebhookDeliveries = ({ database }: WebhookContext): WebhookHandler<"getWebhookDeliveries"> => {
  return async (request) => {
    refuseContradictions(request);
    const { apiKeyId, webhookIds } = request;
    const { rows, next } = await select(request);
    const detail = webhookIds.length === 1 ? detailOfOne : detailInLists;
    const page = cutLog(await withAttempts(apiKeyId, rows, detail), next);
    return {
      deliveries: page.deliveries.map(({ row, attempts }) => deliveryMessage(row, attempts)),
      nextPageToken: page.next === undefined ? "" : encodeCursor([page.next.beforeMs, page.next.beforeId]),
    };
  };

  async function select(request: GetWebhookDeliveriesRequest) {
    const { apiKeyId, webhookIds } = request;
    const position = positionOf(request);
    if (webhookIds.length > 0) return { rows: await selectLogByIds(database, { apiKeyId, webhookIds, ...position }), next: undefined };
    return selectLog(database, filterOf(request), position, request.pageSize || defaultPageSize);
  }

  async function withAttempts(apiKeyId: string, rows: readonly DeliveryRow[], detail: Detail) {
    if (rows.length === 0) return [];
    const ids = rows.map(({ deliveryId }) => deliveryId);
    const attempts = Map.groupBy(await selectAttempts(database, apiKeyId, ids, detail), ({ deliveryId }) => deliveryId);
    return rows.map((row) => ({ row, attempts: attempts.get(row.deliveryId) ?? [] }));
  }
};

function refuseContradictions(request: GetWebhookDeliveriesRequest): void {
  if ((request.documentId === "") !== (request.organizationId === "")) {
    throw invalid("document_id", "organization_id and document_id go together.");
  }
  if (request.webhookIds.length > 0 && isNarrowed(request)) throw invalid("webhook_ids", "webhook_ids excludes the other filters.");
}

function isNarrowed({ state, trigger, documentId, target, fromMs, toMs }: GetWebhookDeliveriesRequest): boolean {
  return state !== 0 || trigger !== "" || documentId !== "" || target !== 0 || fromMs > 0n || toMs > 0n;
}

function positionOf({ pageToken, toMs }: GetWebhookDeliveriesRequest): LogPosition {
  const [beforeMs, beforeId] = decodeCursor(pageToken, ["number", "number"]) ?? [toMs === 0n ? endOfTimeMs : Number(toMs), 0];
  return { beforeMs: Number(beforeMs), beforeId: Number(beforeId) };
}

function filterOf({ apiKeyId, state, trigger, target, organizationId, documentId, fromMs }: GetWebhookDeliveriesRequest): LogFilter {
  return { apiKeyId, state: stateOf(state), trigger, target: targetOf(target) ?? "", organizationId, documentId, fromMs: Number(fromMs) };
}
