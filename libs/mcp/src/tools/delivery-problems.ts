import type { Parley, WebhooksListDeliveriesItem } from "@parley/sdk";
import * as z from "zod";
import { type AgentContext, readsOnly } from "./agent-context.ts";
import { answer, timeText } from "./answer.ts";

const states = ["failed", "held", "pending"] as const;
const perState = 200;
const hourMs = 3_600_000;

export function addDeliveryProblems({ server, parley }: AgentContext): void {
  server.registerTool(
    "delivery_problems",
    {
      title: "Delivery problems",
      description: "List the webhook deliveries that did not arrive, grouped by endpoint and error, with the reason and what to do.",
      inputSchema: z.strictObject({ hours: z.number().int().min(1).max(720).default(24).describe("How many hours to look back.") }),
      annotations: readsOnly,
    },
    ({ hours }) => answer(() => deliveryProblems(parley, Date.now() - hours * hourMs)),
  );
}

async function deliveryProblems(parley: Parley, from: number): Promise<unknown> {
  const [config, { endpoints }, ...pages] = await Promise.all([
    parley.webhooks.getConfig(),
    parley.webhooks.listEndpoints(),
    ...states.map((state) => parley.webhooks.listDeliveries({ state, from, pageSize: perState })),
  ]);
  const deliveries = pages.flatMap(({ data }) => data);
  const troubled = deliveries.filter(({ state, attemptCount }) => state !== "pending" || attemptCount > 0);
  return {
    since: timeText(from),
    webhooksAreOn: config.useWebhookService,
    endpoints: endpoints.map(({ endpointId, uid, url, state }) => ({ endpointId, uid, url, state })),
    problems: [...Map.groupBy(troubled, kindOf).values()].map(problem),
    waitingForTheFirstAttempt: deliveries.length - troubled.length,
    isComplete: pages.every(({ nextPageToken }) => nextPageToken === null),
  };
}

function kindOf({ endpointId, state, attempts }: WebhooksListDeliveriesItem): string {
  const last = attempts.at(-1);
  return `${endpointId} ${state} ${last?.errorClass} ${last?.status}`;
}

function problem(alike: readonly WebhooksListDeliveriesItem[]): object {
  const [newest] = alike;
  const attempt = newest?.attempts.at(-1);
  return {
    endpoint: newest?.endpointId,
    state: newest?.state,
    deliveries: alike.length,
    errorClass: attempt?.errorClass ?? null,
    error: attempt?.error ?? null,
    newest: newest === undefined ? null : { webhookId: newest.webhookId, trigger: newest.trigger, at: timeText(newest.createdAt) },
    whatToDo: adviceOf(newest?.state, attempt?.errorClass ?? null),
  };
}

const advice: Readonly<Record<string, string>> = {
  http_status: "The endpoint was reached and refused the request: look for the webhookId in its log.",
  gone: "The endpoint responded with 410, so nothing more is sent there. Set its URL again when it is back, then call webhooks.recoverDeliveries.",
  redirect: "Redirects are not followed: configure the URL to which it redirects.",
  timeout: "The endpoint takes too long: it should respond at once and do its work afterwards.",
  connect_timeout: "The endpoint's host does not respond: check firewall and address.",
  connection: "The connection was refused or lost: check that the endpoint runs.",
  dns: "The name of the endpoint's host does not resolve: check the URL.",
  tls: "The endpoint's certificate is not valid for its name.",
  blocked_address: "The address is not public. The operator of the installation can allow it with PARLEY_EGRESS_ALLOW.",
  configuration: "The webhook configuration is invalid: check the public key and the secret.",
};

function adviceOf(state: string | undefined, errorClass: string | null): string {
  if (state === "held")
    return "These were not sent because webhooks or the endpoint were switched off. webhooks.recoverDeliveries sends them once they are on.";
  const text = advice[errorClass ?? ""] ?? "Look the delivery up with webhooks.listDeliveries and its webhookId.";
  return state === "failed"
    ? `${text} Then call webhooks.retryDeliveries to send them again.`
    : `${text} Further attempts follow automatically.`;
}
