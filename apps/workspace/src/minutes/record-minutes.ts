import type { KeyMinute } from "@parley/contracts/workspace";
import type { Context, Handler } from "../context.ts";
import { addKeyMinutes, type NewKeyMinute } from "./key-minutes.store.ts";

export const recordMinutes =
  ({ database }: Context): Handler<"recordMinutes"> =>
  async ({ minutes, reportId }) => {
    // One statement cannot update the same row twice.
    const byMinute = new Map(minutes.map((minute) => [`${minute.minuteMs} ${minute.apiKeyId}`, minute]));
    await addKeyMinutes(database, reportId, [...byMinute.values()].map(newKeyMinute));
    return {};
  };

function newKeyMinute(minute: KeyMinute): NewKeyMinute {
  const { apiKeyId, minuteMs, requests, clientErrors, serverErrors, latencies } = minute;
  return {
    apiKeyId,
    minuteMs: Number(minuteMs),
    requests: Number(requests),
    clientErrors: Number(clientErrors),
    serverErrors: Number(serverErrors),
    latencies: latencies.map(Number),
    waitingDeliveries: numberOf(minute.waitingDeliveries),
    waitingMails: numberOf(minute.waitingMails),
    openUserRemovals: numberOf(minute.openUserRemovals),
    openPlaceRemovals: numberOf(minute.openPlaceRemovals),
  };
}

function numberOf(said: bigint | undefined): number | null {
  return said === undefined ? null : Number(said);
}
