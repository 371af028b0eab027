import { type KeyMinute, type ListMinutesResponse, UsageService } from "@parley/contracts/workspace";
import * as z from "zod";
import { quantileMs } from "../../traffic/latencies.ts";
import { timestampMs, wholeNumber } from "../fields.ts";
import { operation } from "../operation.ts";
import { described } from "../texts.ts";

const minuteLengthMs = 60_000;
const share = 0.95;

const counted = {
  requests: wholeNumber().meta({ description: "Requests with credentials of the API key, not counting the console's." }),
  clientErrors: wholeNumber().meta({ description: "Requests that were answered with a status of 400 to 499." }),
  serverErrors: wholeNumber().meta({ description: "Requests that were answered with a status of 500 or more." }),
  p95Ms: wholeNumber().nullable().meta({
    description:
      "95th percentile of the response time in milliseconds, in steps up to 10,000; a stream counts up to its first event; null without requests.",
  }),
};

const minute = z.object({
  at: timestampMs().meta({ description: "When the step began." }),
  ...counted,
  waitingDeliveries: wholeNumber().meta({ description: "Maximum number of unfinished webhook deliveries at any moment of the step." }),
  waitingMails: wholeNumber().meta({ description: "Maximum number of unfinished e-mails at any moment of the step." }),
  openRemovals: wholeNumber().meta({ description: "Maximum number of incomplete removals at any moment of the step." }),
});

export const getOverview = operation({
  path: "/v2/overview/get",
  sdk: "apiKeys.getOverview",
  auth: "apiKey",
  role: "read",
  summary: "Get requests, errors, latency and backlogs.",
  description: described(
    "Returns figures of the latest minutes, up to a week, in steps, oldest first. The last step is still running.",
    "Figures older than a day are kept by the hour: for more than a day, a step is an hour or longer.",
    "Gateways report their counts every few seconds and services their backlogs every half minute, so the latest figures still grow.",
  ),
  rpc: UsageService.method.listMinutes,
  request: z.strictObject({
    minutes: z.int().min(1).max(10_080).default(60).meta({ description: "Number of the latest minutes to cover." }),
    stepMinutes: z.int().min(1).max(1_440).default(1).meta({ description: "Minutes in one step; steps are counted from midnight in UTC." }),
  }),
  response: z.object({
    ...counted,
    stepMinutes: wholeNumber().meta({ description: "Minutes in one step." }),
    since: timestampMs().nullable().meta({ description: "Beginning of the API key's oldest figures; null if there are none." }),
    minutes: z.array(minute).meta({ description: "The steps, oldest first." }),
  }),
  message: "Overview retrieved.",
  example: {
    request: { minutes: 1 },
    response: {
      requests: 240,
      clientErrors: 3,
      serverErrors: 0,
      p95Ms: 42,
      stepMinutes: 1,
      since: 1_763_640_000_000,
      minutes: [
        {
          at: 1_763_726_400_000,
          requests: 240,
          clientErrors: 3,
          serverErrors: 0,
          p95Ms: 42,
          waitingDeliveries: 2,
          waitingMails: 0,
          openRemovals: 1,
        },
      ],
    },
  },
  toRpc: ({ minutes, stepMinutes }, { apiKeyId }) => ({ apiKeyId, minutes, stepMinutes }),
  fromRpc: fromMinutes,
});

function fromMinutes({ minutes, fromMs, toMs, sinceMs, stepMinutes }: ListMinutesResponse) {
  const stepMs = stepMinutes * minuteLengthMs;
  const known = new Map(minutes.map((each) => [Number(each.minuteMs), each]));
  const count = Math.floor((Number(toMs) - Number(fromMs)) / stepMs) + 1;
  const starts = Array.from({ length: count }, (_, index) => Number(fromMs) + index * stepMs);
  return {
    ...countedOf(minutes),
    stepMinutes,
    since: sinceMs === undefined ? null : Number(sinceMs),
    minutes: starts.map((at) => fromMinute(at, known.get(at))),
  };
}

function fromMinute(at: number, known: KeyMinute | undefined): z.output<typeof minute> {
  return {
    at,
    ...countedOf(known === undefined ? [] : [known]),
    waitingDeliveries: Number(known?.waitingDeliveries ?? 0),
    waitingMails: Number(known?.waitingMails ?? 0),
    openRemovals: Number(known?.openUserRemovals ?? 0) + Number(known?.openPlaceRemovals ?? 0),
  };
}

function countedOf(minutes: readonly KeyMinute[]) {
  const sum = (of: (minute: KeyMinute) => bigint | undefined) => minutes.reduce((total, each) => total + Number(of(each) ?? 0n), 0);
  const steps = Math.max(0, ...minutes.map(({ latencies }) => latencies.length));
  const latencies = Array.from({ length: steps }, (_, step) => sum((each) => each.latencies[step]));
  return {
    requests: sum(({ requests }) => requests),
    clientErrors: sum(({ clientErrors }) => clientErrors),
    serverErrors: sum(({ serverErrors }) => serverErrors),
    p95Ms: quantileMs(latencies, share),
  };
}
