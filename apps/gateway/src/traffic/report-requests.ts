import type { Client } from "@connectrpc/connect";
import type { UsageService } from "@parley/contracts/workspace";
import { PollLoop, reportUsage, UnsentReports, usageSettings } from "@parley/messaging";
import { type ConfigOf, constant, type Host } from "@parley/runtime";
import type { Credential } from "../credentials/credential.ts";
import type { HeaderNames, Headers } from "../credentials/credential-check.ts";
import type { SeenRequest } from "../http/request-record.ts";
import { type CountedMinute, inReports, RequestMinutes } from "./request-minutes.ts";

export const trafficSettings = {
  ...usageSettings,
  /** Milliseconds between two reports of a gateway about its requests, for the console's overview. */
  trafficReportMs: constant(10_000),
};

/** Called for every ended request and for open streams. */
interface Counting {
  readonly request: (request: SeenRequest, status: number, durationMs: number) => void;
  /** `openMs` is the time since the last call for the stream. */
  readonly stream: (credential: Credential, headers: Headers, openMs: number) => void;
}

/** Counts requests in memory and reports them to the workspace service periodically: no request waits for that or writes a row. */
export function reportRequests(
  host: Host,
  config: ConfigOf<typeof trafficSettings>,
  { usage: client, names }: { readonly usage: Client<typeof UsageService>; readonly names: HeaderNames },
): Counting {
  const { trafficReportMs } = config;
  const usage = reportUsage(host, config, (report) => client.recordUsage(report));
  const counted = new RequestMinutes();
  const reports = new UnsentReports<CountedMinute>({
    take: () => counted.take(),
    split: inReports,
    send: ({ reportId, items }) => client.recordMinutes({ reportId, minutes: items.map(minuteMessage) }),
    onRefused: (minutes, error) =>
      host.log.error(
        { err: error, apiKeyId: minutes[0]?.apiKeyId, minutes: minutes.length },
        "Counts of requests were rejected and dropped.",
      ),
  });
  const loop = new PollLoop(host.log, "Reporting requests", async () => {
    await reports.send();
    return { ms: trafficReportMs, interruptible: false };
  });
  host.onStart(async () => loop.start());
  host.onStop(async () => {
    await loop.stop();
    await reports.send();
  });
  // A console session presents no token: the console's own requests do not count as traffic of the key.
  const keyOf = (credential: Credential | undefined, headers: Headers) =>
    credential?.level === "user" || (credential?.level === "apiKey" && headers[names.authToken] !== undefined)
      ? credential.apiKeyId
      : undefined;
  return {
    request({ credential, headers }, status, durationMs) {
      const apiKeyId = keyOf(credential, headers);
      if (apiKeyId === undefined) return;
      counted.count({ apiKeyId, status, durationMs });
      usage.count(apiKeyId, status >= 500 ? failed : status >= 400 ? refused : answered);
    },
    stream(credential, headers, openMs) {
      const apiKeyId = keyOf(credential, headers);
      if (apiKeyId !== undefined) usage.count(apiKeyId, { streamsMs: openMs });
    },
  };
}

const answered = { requests: 1 };
const refused = { requests: 1, refused: 1 };
const failed = { requests: 1, failed: 1 };

function minuteMessage({ apiKeyId, minuteMs, requests, clientErrors, serverErrors, latencies }: CountedMinute) {
  return {
    apiKeyId,
    minuteMs: BigInt(minuteMs),
    requests: BigInt(requests),
    clientErrors: BigInt(clientErrors),
    serverErrors: BigInt(serverErrors),
    latencies: latencies.map(BigInt),
  };
}
