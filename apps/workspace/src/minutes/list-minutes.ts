import type { MessageInitShape } from "@bufbuild/protobuf";
import type { KeyMinuteSchema } from "@parley/contracts/workspace";
import type { Context, Handler } from "../context.ts";
import { type KeyMinuteRow, selectFirstMinute, selectKeyMinutes } from "./key-minutes.store.ts";

const minuteMs = 60_000;
const dayMinutes = 1_440;
const hourMinutes = 60;

export const listMinutes =
  ({ database }: Context): Handler<"listMinutes"> =>
  async (request) => {
    const { apiKeyId, minutes } = request;
    const stepMinutes = Math.max(1, request.stepMinutes, minutes > dayMinutes ? hourMinutes : 1);
    const stepMs = stepMinutes * minuteMs;
    const toMs = Math.floor(Date.now() / stepMs) * stepMs;
    const fromMs = toMs - (Math.ceil(minutes / stepMinutes) - 1) * stepMs;
    const [rows, sinceMs] = await Promise.all([
      selectKeyMinutes(database, { apiKeyId, fromMs, stepMs }),
      selectFirstMinute(database, apiKeyId),
    ]);
    return {
      minutes: rows.map((row) => keyMinuteMessage(apiKeyId, row)),
      fromMs: BigInt(fromMs),
      toMs: BigInt(toMs),
      stepMinutes,
      ...(sinceMs === undefined ? {} : { sinceMs: BigInt(sinceMs) }),
    };
  };

function keyMinuteMessage(apiKeyId: string, row: KeyMinuteRow): MessageInitShape<typeof KeyMinuteSchema> {
  const { waitingDeliveries, waitingMails, openUserRemovals, openPlaceRemovals } = row;
  return {
    apiKeyId,
    minuteMs: BigInt(row.minuteMs),
    requests: BigInt(row.requests),
    clientErrors: BigInt(row.clientErrors),
    serverErrors: BigInt(row.serverErrors),
    latencies: row.latencies.map(BigInt),
    ...(waitingDeliveries === null ? {} : { waitingDeliveries: BigInt(waitingDeliveries) }),
    ...(waitingMails === null ? {} : { waitingMails: BigInt(waitingMails) }),
    ...(openUserRemovals === null ? {} : { openUserRemovals: BigInt(openUserRemovals) }),
    ...(openPlaceRemovals === null ? {} : { openPlaceRemovals: BigInt(openPlaceRemovals) }),
  };
}
