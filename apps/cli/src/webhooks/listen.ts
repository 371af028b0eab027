import { createHmac } from "node:crypto";
import type { WebhooksListDeliveriesItem } from "@parley/sdk";
import { type Command, Option } from "commander";
import { type Session, sessionOf } from "../profiles/session.ts";
import { UsageError } from "../terminal/problem.ts";
import { timeText } from "../terminal/table.ts";
import { interruption, printable, repeatedly, type Terminal } from "../terminal/terminal.ts";
import { timeOption } from "../times/times.ts";
import { DeliveryLog } from "./delivery-log.ts";
import { makeSureEventsAreLogged } from "./setup.ts";

interface ListenOptions {
  readonly forwardTo?: string;
  readonly target: "raw" | "processed";
  readonly since?: string;
  readonly setup?: true;
}

const restMs = 1_000;
const forwardTimeoutMs = 15_000;

/** `parley webhooks listen`: shows events as they are logged, and forwards them to a server on this machine. */
export function addListen(webhooks: Command, terminal: Terminal): void {
  webhooks
    .command("listen")
    .description("show events as they happen and forward them, signed, to a server on this machine")
    .option("-f, --forward-to <url>", "the server; each event is sent to it once")
    .addOption(new Option("--target <body>", "which of the two bodies").choices(["raw", "processed"]).default("raw"))
    .option("--since <time>", "begin with events of this time (ISO 8601) instead of with new ones")
    .option("--setup", "if the API key has no endpoint, set an unreachable one, so that events are logged")
    .action(async (options: ListenOptions, command: Command) => listen(await sessionOf(terminal, command), options));
}

async function listen(session: Session, { forwardTo, target, since, setup }: ListenOptions): Promise<void> {
  const { terminal, parley } = session;
  if (forwardTo !== undefined && !URL.canParse(forwardTo)) throw new UsageError(`${forwardTo.slice(0, 100)} is not a URL.`);
  const sinceMs = since === undefined ? Date.now() : timeOption("--since", since);
  await makeSureEventsAreLogged(session, target, setup === true);

  const { secret } = await parley.webhooks.getSecret();
  const log = new DeliveryLog(parley, { target, includeBodies: true }, sinceMs);
  const signal = interruption();
  terminal.note(`Listening for ${target} events${forwardTo === undefined ? "" : `, forwarding to ${forwardTo}`}. Ctrl-C ends it.`);
  await repeatedly(signal, restMs, async () => {
    for (const delivery of await log.read()) {
      if (signal.aborted) return;
      const answer = forwardTo === undefined ? undefined : await forward(delivery, forwardTo, secret);
      show(terminal, delivery, answer);
    }
  });
}

interface Answer {
  readonly status: number | null;
  readonly error: string | null;
}

async function forward({ webhookId, body }: WebhooksListDeliveriesItem, url: string, secret: string): Promise<Answer> {
  if (body === null || body === undefined) return { status: null, error: "its payload has been removed" };
  const text = JSON.stringify(body);
  const headers = signedHeaders(webhookId, text, secret, Date.now());
  try {
    const response = await fetch(url, {
      method: "POST",
      headers,
      body: text,
      redirect: "manual",
      signal: AbortSignal.timeout(forwardTimeoutMs),
    });
    await response.body?.cancel();
    return { status: response.status, error: null };
  } catch (error) {
    const { cause, message } = error as Error;
    return { status: null, error: cause instanceof Error ? cause.message : message };
  }
}

function show(terminal: Terminal, delivery: WebhooksListDeliveriesItem, answer: Answer | undefined) {
  const { webhookId, trigger, organizationId, documentId, annotationId, createdAt, body } = delivery;
  if (terminal.json) return terminal.value({ webhookId, trigger, createdAt, body, ...(answer === undefined ? {} : { forwarded: answer }) });
  const isGood = answer === undefined || (answer.status !== null && answer.status < 300);
  const what = answer === undefined ? "" : ` → ${answer.status ?? answer.error}`;
  const place = printable(`${organizationId}/${documentId}/${annotationId}`);
  terminal.print(
    `${timeText(createdAt)}  ${terminal.styled("bold", trigger)}  ${place}${terminal.styled(isGood ? "green" : "red", printable(what))}`,
  );
}

/** The headers of a delivery as Parley sends it (Standard Webhooks), so that an endpoint can verify it like a real one. */
function signedHeaders(webhookId: string, body: string, secret: string, nowMs: number): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${webhookId}.${timestamp}.${body}`).digest("base64");
  return {
    "content-type": "application/json",
    "user-agent": "Parley-Webhooks/1",
    "webhook-id": webhookId,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}
