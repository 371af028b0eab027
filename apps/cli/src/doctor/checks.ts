import { type Parley, UnauthenticatedError, type WebhooksListDeliveriesItem } from "@parley/sdk";
import manifest from "../../package.json" with { type: "json" };
import { lacksRight } from "../profiles/login.ts";
import type { Profile } from "../profiles/profile.ts";
import { problemOf } from "../terminal/problem.ts";
import type { Finding, Observed } from "./observed.ts";

const timeoutMs = 10_000;
const dayMs = 86_400_000;
// A signature is valid for five minutes; half of that is left for the transfer.
const mostAheadMs = 150_000;

const good = (text: string): Finding => ({ verdict: "good", text });
const bad = (text: string): Finding => ({ verdict: "bad", text });
const note = (text: string): Finding => ({ verdict: "note", text });

export async function checkReach({ baseUrl }: Profile): Promise<Finding> {
  const started = performance.now();
  try {
    const { status } = await fetch(new URL("/readyz", baseUrl), { signal: AbortSignal.timeout(timeoutMs) });
    const took = `${Math.round(performance.now() - started)} ms`;
    return status === 200 ? good(`${baseUrl} responds in ${took}`) : bad(`${baseUrl} responds ${status}: it is not ready, or not a Parley`);
  } catch (error) {
    const { cause, message } = error as Error;
    return bad(`${baseUrl} cannot be reached: ${cause instanceof Error ? cause.message || message : message}`);
  }
}

/** Reports the version of the interface, if the installation serves its document. */
export async function checkVersion({ baseUrl }: Profile): Promise<Finding | undefined> {
  try {
    const response = await fetch(new URL("/openapi.json", baseUrl), { signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) return note("the installation does not serve its API document (PARLEY_DOCS is off), so its version is unknown");
    const { info } = (await response.json()) as { readonly info: { readonly version: string } };
    return good(`interface ${info.version}, parley ${manifest.version}, Node ${process.versions.node}`);
  } catch (error) {
    return bad(`the API document cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

export async function checkCredentials(parley: Parley, { apiKey }: Profile): Promise<Finding> {
  if (apiKey === undefined) return note("no API key is set; `parley login` stores one");
  return answerTo(`${apiKey} is accepted`, () => parley.organizations.list({ pageSize: 1 }));
}

export async function checkWorkspace(parley: Parley, { workspaceId, workspaceToken }: Profile): Promise<Finding | undefined> {
  if (workspaceId === undefined || workspaceToken === undefined) return undefined;
  return answerTo(`${workspaceId} is accepted`, () => parley.workspaces.get());
}

export function checkClock({ aheadMs }: Observed): Finding | undefined {
  if (aheadMs === undefined) return undefined;
  const seconds = `${(Math.abs(aheadMs) / 1_000).toFixed(1)} s`;
  if (Math.abs(aheadMs) < mostAheadMs) return good(`differs from this one by ${seconds} at most`);
  return bad(`Parley's is ${seconds} ${aheadMs > 0 ? "ahead of" : "behind"} this one: signatures of webhooks will be refused`);
}

export async function checkWebhooks(parley: Parley, { apiKey }: Profile): Promise<Finding | undefined> {
  if (apiKey === undefined) return undefined;
  try {
    const { useWebhookService, webhookServiceConfig } = await parley.webhooks.getConfig();
    const urls = [webhookServiceConfig?.rawNotificationUrl, webhookServiceConfig?.processedNotificationUrl].filter((url) => url);
    if (urls.length === 0) return note("no endpoint is set, so events are not logged either");
    if (!useWebhookService) return note(`${urls.join(" and ")}, but webhooks are off`);
    return good(`${urls.join(" and ")}; \`parley webhooks trigger comment.add\` tries it`);
  } catch (error) {
    return failed(error);
  }
}

/** The deliveries of the last day that did not arrive. */
export async function checkDeliveries(parley: Parley, { apiKey }: Profile): Promise<Finding | undefined> {
  if (apiKey === undefined) return undefined;
  try {
    const { data } = await parley.webhooks.listDeliveries({ state: "failed", from: Date.now() - dayMs, pageSize: 100 });
    const newest = data[0];
    if (newest === undefined) return good("none has failed in the last day");
    return bad(`${data.length === 100 ? "100 or more" : data.length} have failed in the last day, the newest because: ${reasonOf(newest)}`);
  } catch (error) {
    return failed(error);
  }
}

/**
 * The mails of the last day that were not accepted. With an address, it sends a test mail there first: some settings can only be tested
 * that way.
 */
export async function checkMails(parley: Parley, { apiKey }: Profile, to: string | undefined): Promise<Finding | undefined> {
  if (apiKey === undefined) return undefined;
  try {
    if (to !== undefined) return await testMail(parley, to);
    const { data } = await parley.emails.list({ state: "failed", from: Date.now() - dayMs, pageSize: 100 });
    const newest = data[0];
    if (newest === undefined) return good("none has failed in the last day; --mail-to <address> sends a test mail");
    return bad(
      `${data.length === 100 ? "100 or more" : data.length} have failed in the last day, the newest because: ${newest.error ?? newest.reason}`,
    );
  } catch (error) {
    return failed(error);
  }
}

async function testMail(parley: Parley, to: string): Promise<Finding> {
  const { success, response, error } = await parley.emails.test({ to });
  const said = response === null || response === "" ? "" : ` (${response})`;
  return success ? good(`a test mail to ${to} was accepted${said}`) : bad(`a test mail to ${to} was not accepted: ${error}${said}`);
}

function reasonOf({ attempts }: WebhooksListDeliveriesItem): string {
  return attempts.at(-1)?.error ?? "its payload has been removed";
}

async function answerTo(text: string, ask: () => PromiseLike<unknown>): Promise<Finding> {
  try {
    await ask();
    return good(text);
  } catch (error) {
    return lacksRight(error) ? note(`${text}, with fewer rights: ${error.message}`) : failed(error);
  }
}

function failed(error: unknown): Finding {
  if (lacksRight(error)) return note(`not checked. ${error.message}`);
  const { message } = problemOf(error);
  return bad(error instanceof UnauthenticatedError ? `${message} Run \`parley login\`.` : message);
}
