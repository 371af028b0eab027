import { webhookTriggers } from "@parley/sdk";
import type { Session } from "../profiles/session.ts";
import { UsageError } from "../terminal/problem.ts";

// A name that never resolves (RFC 2606): deliveries are created and logged, and their attempts fail.
const nowhere = "https://parley-listen.invalid/";

/** Fails with a sentence unless the API key logs events; sets that up if allowed to. */
export async function makeSureEventsAreLogged(
  { parley, terminal }: Session,
  target: "raw" | "processed",
  maySetUp: boolean,
): Promise<void> {
  const key = target === "raw" ? "rawNotificationUrl" : "processedNotificationUrl";
  const { useWebhookService, webhookServiceConfig } = await parley.webhooks.getConfig();
  const url = webhookServiceConfig[key] || undefined;
  const hasTriggers = Object.values(webhookServiceConfig.triggers).includes(true);
  if (useWebhookService && url !== undefined && hasTriggers) return;
  if (!maySetUp) {
    throw new UsageError(
      `This API key sends no events to a ${target} endpoint, so none are logged. Set it up with \`parley call webhooks.updateConfig\`, or run with --setup.`,
    );
  }
  const all = Object.fromEntries(webhookTriggers.map((trigger) => [trigger, true]));
  const change = { [key]: url ?? nowhere, ...(hasTriggers ? {} : { triggers: all }) };
  await parley.webhooks.updateConfig({ useWebhookService: true, webhookServiceConfig: change });
  terminal.note(
    `Webhooks are on now${url ? "" : `, with ${nowhere} as ${target} endpoint: it is never reached, but this command reads the log`}.`,
  );
}
