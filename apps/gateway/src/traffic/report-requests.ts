import type { Client } from "@connectrpc/connect";
import type { WorkspaceService } from "@parley/contracts/workspace";
import { PacedLoop } from "@parley/messaging";
import { type ConfigOf, type Host, integer } from "@parley/runtime";
import { type EndedRequest, RequestMinutes } from "./request-minutes.ts";

export const trafficSettings = {
  trafficReportMs: integer("PARLEY_TRAFFIC_REPORT_MS", {
    description:
      "Milliseconds between two times that a gateway reports how many requests it has answered, for the overview of the console.",
    default: 10_000,
    min: 50,
    max: 60_000,
  }),
};

const mostAtOnce = 500;

/** Counts requests in memory, and reports them to the workspace service while the process runs: no request waits for it or writes a row. */
export function reportRequests(
  host: Host,
  { trafficReportMs }: ConfigOf<typeof trafficSettings>,
  workspace: Client<typeof WorkspaceService>,
): (request: EndedRequest) => void {
  const counted = new RequestMinutes();
  const report = async () => {
    const taken = counted.take();
    // What a call that failed was to report is not reported again: it may have been heard, and would count twice.
    for (let from = 0; from < taken.length; from += mostAtOnce) {
      await workspace.recordMinutes({ minutes: taken.slice(from, from + mostAtOnce).map(minuteMessage) });
    }
  };
  const loop = new PacedLoop(host.log, "Reporting requests", async () => {
    await report();
    return { ms: trafficReportMs, wakes: false };
  });
  host.onStart(async () => loop.start());
  host.onStop(async () => {
    await loop.stop();
    await report();
  });
  return (request) => counted.count(request);
}

function minuteMessage({
  apiKeyId,
  minuteMs,
  requests,
  clientErrors,
  serverErrors,
  latencies,
}: ReturnType<RequestMinutes["take"]>[number]) {
  return {
    ...{ apiKeyId, minuteMs: BigInt(minuteMs), requests: BigInt(requests) },
    ...{ clientErrors: BigInt(clientErrors), serverErrors: BigInt(serverErrors), latencies: latencies.map(BigInt) },
  };
}
