import { WebhooksOperations } from "../gen/resources.ts";
import { bytesOf } from "./bytes.ts";
import type { AnyEvent, WebhookEvent } from "./events.ts";
import { openedText } from "./private-key.ts";
import { signatureProblem } from "./signature.ts";

/** Headers as servers have them: of `fetch`, of Node, or a plain object. */
export type WebhookHeaders = { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface UnwrapOptions {
  /** RSA private key in PEM that belongs to the `publicKey` of the webhook configuration; needed when bodies are encrypted. */
  readonly privateKey?: string | undefined;
  /** Largest difference in seconds between the time of a delivery and now; 300 by default. */
  readonly toleranceSeconds?: number | undefined;
  /** Replaces the clock, in ms since the epoch. */
  readonly nowMs?: number | undefined;
}

/** A delivery that must not be trusted: respond with 401. */
export class WebhookVerificationError extends Error {
  constructor(problem: string) {
    super(`The delivery is refused: ${problem}${problem.endsWith("?") ? "" : "."}`);
    this.name = "WebhookVerificationError";
  }
}

/**
 * Verifies a delivery, decodes or decrypts it and returns its event. `body` must be the received bytes, unchanged: a body that was parsed and serialised
 * again has another signature. With several secrets one of them must have signed it. Fails with `WebhookVerificationError` when the delivery must not be
 * trusted, for example when `secret` comes from a variable that is not set. For an endpoint that receives thin bodies, or events about endpoints
 * or removals, name their type: `unwrapWebhook<ThinEvent>(…)`, or `AnyEvent` for all of them.
 */
export async function unwrapWebhook<Event extends AnyEvent = WebhookEvent>(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | undefined | readonly (string | undefined)[],
  { privateKey, toleranceSeconds = 300, nowMs = Date.now() }: UnwrapOptions = {},
): Promise<Event> {
  if (body === undefined || body === null) throw new TypeError(missingBody);
  if (typeof body !== "string" && !(body instanceof Uint8Array) && !(body instanceof ArrayBuffer)) throw new TypeError(parsedBody);
  const bytes = bytesOf(body);
  const signed = {
    id: headerOf(headers, "webhook-id"),
    timestamp: headerOf(headers, "webhook-timestamp"),
    signature: headerOf(headers, "webhook-signature"),
  };
  const secrets = typeof secret === "object" && secret !== null ? secret : [secret];
  const problem = await signatureProblem(signed, bytes, secrets, { toleranceSeconds, nowMs });
  if (problem !== undefined) throw new WebhookVerificationError(problem);
  return JSON.parse(await openedText(bytes, privateKey)) as Event;
}

const missingBody =
  'there is no body: the server has not read it. Read the raw body first, with express.raw({ type: "application/json" }) or await request.text().';

const parsedBody =
  "body is neither text nor bytes, so it has already been parsed, but the raw body was signed: pass the raw body, such as " +
  'that of express.raw({ type: "application/json" }) or await request.text().';

function headerOf(headers: WebhookHeaders, name: string): string {
  if (typeof headers.get === "function") return headers.get(name) ?? "";
  const fields = headers as Readonly<Record<string, string | readonly string[] | undefined>>;
  const value = fields[name] ?? Object.entries(fields).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === "string" ? value : (value?.join(" ") ?? "");
}

/** The webhooks of an API key, and the verification of deliveries. */
export class Webhooks extends WebhooksOperations {
  /** Verifies a delivery, decodes or decrypts it and returns its event; see `unwrapWebhook`. */
  readonly unwrap = unwrapWebhook;
}
