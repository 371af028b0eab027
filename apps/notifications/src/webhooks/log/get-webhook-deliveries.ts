import type { GetWebhookDeliveriesRequest } from "@parley/contracts/notifications";
import { decodeCursor, encodeCursor, invalid } from "@parley/kernel";
import { targetOf } from "../target.ts";
import type { WebhookContext, WebhookHandler } from "../webhook-context.ts";
import { deliveryMessage, stateOf } from "../wire.ts";
import { type DeliveryRow, type LogFilter, selectAttempts, selectLog, selectLogByIds } from "./webhook-log.store.ts";

const defaultPageSize = 100;
const shownAttempts = 20;
const endOfTimeMs = 8.64e15;

export const getWebhookDeliveries = ({ database }: WebhookContext): WebhookHandler<"getWebhookDeliveries"> => {
  return async (request) => {
    if ((request.documentId === "") !== (request.organizationId === "")) {
      throw invalid("document_id", "organization_id and document_id go together.");
    }
    if (request.webhookIds.length > 0) {
      if (isNarrowed(request)) throw invalid("webhook_ids", "webhook_ids excludes the other filters.");
      return { deliveries: await withAttempts(request.apiKeyId, await selectLogByIds(database, request.apiKeyId, request.webhookIds)) };
    }
    const [beforeMs, beforeId] = decodeCursor(request.pageToken, ["number", "number"]) ?? [toMs(request), 0];
    const position = { beforeMs: Number(beforeMs), beforeId: Number(beforeId) };
    const { rows, next } = await selectLog(database, filterOf(request), position, request.pageSize || defaultPageSize);
    return {
      deliveries: await withAttempts(request.apiKeyId, rows),
      nextPageToken: next === undefined ? "" : encodeCursor([next.beforeMs, next.beforeId]),
    };
  };

  async function withAttempts(apiKeyId: string, rows: readonly DeliveryRow[]) {
    if (rows.length === 0) return [];
    const ids = rows.map(({ deliveryId }) => deliveryId);
    const attempts = Map.groupBy(await selectAttempts(database, apiKeyId, ids, shownAttempts), ({ deliveryId }) => deliveryId);
    return rows.map((row) => deliveryMessage(row, attempts.get(row.deliveryId) ?? []));
  }
};

function isNarrowed({ state, trigger, documentId, target, fromMs, toMs }: GetWebhookDeliveriesRequest): boolean {
  return state !== 0 || trigger !== "" || documentId !== "" || target !== 0 || fromMs > 0n || toMs > 0n;
}

function toMs(request: GetWebhookDeliveriesRequest): number {
  return request.toMs === 0n ? endOfTimeMs : Number(request.toMs);
}

function filterOf({ apiKeyId, state, trigger, target, organizationId, documentId, fromMs }: GetWebhookDeliveriesRequest): LogFilter {
  return { apiKeyId, state: stateOf(state), trigger, target: targetOf(target) ?? "", organizationId, documentId, fromMs: Number(fromMs) };
}
