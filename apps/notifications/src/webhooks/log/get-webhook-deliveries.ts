import type { GetWebhookDeliveriesRequest } from "@parley/contracts/notifications";
import { decodeCursor, encodeCursor, invalid } from "@parley/kernel";
import type { WebhookContext, WebhookHandler } from "../../context.ts";
import { targetOf } from "../config/target.ts";
import { cutLog, detailInLists, detailOfOne } from "./log-page.ts";
import {
  type DeliveryRow,
  type Detail,
  type LogFilter,
  type LogPosition,
  selectAttempts,
  selectLog,
  selectLogByIds,
} from "./webhook-log.store.ts";
import { selectPayloads } from "./webhook-payloads.store.ts";
import { deliveryMessage, stateOf } from "./wire.ts";

const defaultPageSize = 100;
const endOfTimeMs = 8.64e15;

export const getWebhookDeliveries = ({ database, bodies }: WebhookContext): WebhookHandler<"getWebhookDeliveries"> => {
  return async (request) => {
    refuseContradictions(request);
    const { apiKeyId, webhookIds } = request;
    const { rows, next } = await select(request);
    const detail = webhookIds.length === 1 ? detailOfOne : detailInLists;
    const [attempts, carried] = await Promise.all([
      attemptsOf(apiKeyId, rows, detail),
      request.includeBodies ? bodiesOf(apiKeyId, rows) : new Map<number, string>(),
    ]);
    const logged = rows.map((row) => ({ row, attempts: attempts.get(row.deliveryId) ?? [], body: carried.get(row.deliveryId) }));
    const page = cutLog(logged, next);
    return {
      deliveries: page.deliveries.map(({ row, attempts, body }) => deliveryMessage(row, attempts, body)),
      nextPageToken: page.next === undefined ? "" : encodeCursor([page.next.beforeMs, page.next.beforeId]),
    };
  };

  async function select(request: GetWebhookDeliveriesRequest) {
    const { apiKeyId, webhookIds } = request;
    const position = positionOf(request);
    if (webhookIds.length > 0) return { rows: await selectLogByIds(database, { apiKeyId, webhookIds, ...position }), next: undefined };
    return selectLog(database, filterOf(request), position, request.pageSize || defaultPageSize);
  }

  async function attemptsOf(apiKeyId: string, rows: readonly DeliveryRow[], detail: Detail) {
    const ids = rows.map(({ deliveryId }) => deliveryId);
    const found = ids.length === 0 ? [] : await selectAttempts(database, apiKeyId, ids, detail);
    return Map.groupBy(found, ({ deliveryId }) => deliveryId);
  }

  /** What deliveries carry, by their ids. Those that were not sent yet are completed for the reader. */
  async function bodiesOf(apiKeyId: string, rows: readonly DeliveryRow[]): Promise<Map<number, string>> {
    const ids = rows.map(({ deliveryId }) => deliveryId);
    const payloads = ids.length === 0 ? [] : await selectPayloads(database, apiKeyId, ids);
    const carried = new Map(payloads.map(({ deliveryId, body }) => [deliveryId, body]));
    const isDraft = new Set(payloads.flatMap((payload) => (payload.isDraft ? [payload.deliveryId] : [])));
    const drafts = rows.flatMap((row) =>
      isDraft.has(row.deliveryId) ? [{ ...row, apiKeyId, body: carried.get(row.deliveryId) ?? "" }] : [],
    );
    const completed = await bodies.preview(drafts);
    for (const draft of drafts) {
      const body = completed.get(draft);
      if (body === undefined) carried.delete(draft.deliveryId);
      else carried.set(draft.deliveryId, body);
    }
    return carried;
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
