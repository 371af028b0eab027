import type { MessageInitShape } from "@bufbuild/protobuf";
import type { KeyMinuteSchema } from "@parley/contracts/workspace";
import type { Context, Handler } from "../context.ts";
import { type KeyMinuteRow, selectKeyMinutes } from "./key-minutes.store.ts";

const minuteMs = 60_000;

export const listMinutes =
  ({ database }: Context): Handler<"listMinutes"> =>
  async ({ apiKeyId, minutes }) => {
    const toMs = Math.floor(Date.now() / minuteMs) * minuteMs;
    const fromMs = toMs - (minutes - 1) * minuteMs;
    const rows = await selectKeyMinutes(database, apiKeyId, fromMs);
    return { minutes: rows.map((row) => keyMinuteMessage(apiKeyId, row)), fromMs: BigInt(fromMs), toMs: BigInt(toMs) };
  };

function keyMinuteMessage(apiKeyId: string, row: KeyMinuteRow): MessageInitShape<typeof KeyMinuteSchema> {
  const { waitingDeliveries, waitingMails, openUserRemovals, openPlaceRemovals } = row;
  return {
    ...{ apiKeyId, minuteMs: BigInt(row.minuteMs), requests: BigInt(row.requests) },
    ...{ clientErrors: BigInt(row.clientErrors), serverErrors: BigInt(row.serverErrors), latencies: row.latencies.map(BigInt) },
    ...(waitingDeliveries === null ? {} : { waitingDeliveries: BigInt(waitingDeliveries) }),
    ...(waitingMails === null ? {} : { waitingMails: BigInt(waitingMails) }),
    ...(openUserRemovals === null ? {} : { openUserRemovals: BigInt(openUserRemovals) }),
    ...(openPlaceRemovals === null ? {} : { openPlaceRemovals: BigInt(openPlaceRemovals) }),
  };
}
