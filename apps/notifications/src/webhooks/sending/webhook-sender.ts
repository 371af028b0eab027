import { constants, createCipheriv, createHmac, type KeyObject, publicEncrypt, randomBytes } from "node:crypto";
import type { WebhookErrorClass } from "@parley/contracts/notifications";
import { retryAfterMs } from "@parley/runtime";
import { errors } from "undici";
import type { DeliveryConfig } from "../config/delivery-configs.ts";
import type { DeliveryEndpoint, SigningSecret } from "../config/delivery-endpoint.ts";
import { BlockedAddress, type EgressGuard } from "../guard/egress-guard.ts";
import type { EndpointPools } from "./endpoint-pools.ts";
import { type EndpointResponse, ExchangeAborted, ExchangeTimeout, exchange } from "./exchange.ts";
import { withholding } from "./withholding.ts";

/** A delivery, its destination, and the form of its body. */
export interface Sending {
  readonly apiKeyId: string;
  readonly webhookId: string;
  readonly body: string;
}

/** The destination of a delivery, and the form of its body. */
export interface Destination {
  readonly endpoint: DeliveryEndpoint;
  readonly form: Pick<DeliveryConfig, "encodeData" | "publicKey">;
}

interface WebhookSenderOptions {
  readonly guard: EgressGuard;
  readonly pools: EndpointPools;
  readonly timeoutMs: number;
}

interface Route {
  readonly origin: string;
  readonly path: string;
}

/** Makes one attempt at a delivery. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #routes = new WeakMap<DeliveryEndpoint, Route>();

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
  }

  /** Returns the result, whatever it is; fails only with `ExchangeAborted`. */
  async attempt(sending: Sending, { endpoint, form }: Destination, signal: AbortSignal): Promise<AttemptResult> {
    const startedAtMs = Date.now();
    const started = performance.now();
    const result = (part: Partial<AttemptResult>): AttemptResult => ({
      startedAtMs,
      durationMs: Math.round(performance.now() - started),
      status: null,
      errorClass: undefined,
      error: "",
      responseExcerpt: "",
      retryAfterMs: undefined,
      ...part,
    });
    if (form.publicKey === "unusable") return result({ errorClass: "configuration", error: "The public key cannot be used to encrypt." });
    if (endpoint.secrets.length === 0) return result({ errorClass: "configuration", error: "There is no signing secret." });
    try {
      const sent = await this.#send(sending, { endpoint, form }, startedAtMs, signal);
      const answer = endpoint.withheld.reduce(withholding, sent);
      return result(judged(answer, startedAtMs));
    } catch (error) {
      if (error instanceof ExchangeAborted) throw error;
      return result(faultOf(error));
    }
  }

  async #send(
    { apiKeyId, webhookId, body }: Sending,
    { endpoint, form }: Destination,
    nowMs: number,
    signal: AbortSignal,
  ): Promise<EndpointResponse> {
    const { pools, timeoutMs } = this.#options;
    const { origin, path } = this.#routeTo(endpoint);
    const bytes = sealBody(body, form.publicKey === "unusable" ? undefined : form.publicKey, form.encodeData);
    const headers = [
      "content-type",
      "application/json",
      // Without it any coding would be permitted, and responses are kept as they come.
      "accept-encoding",
      "identity",
      "user-agent",
      "Parley-Webhooks/1",
      "webhook-id",
      webhookId,
      "webhook-timestamp",
      String(Math.floor(nowMs / 1_000)),
      "webhook-signature",
      signatureOf(endpoint.secrets, webhookId, nowMs, bytes),
      ...endpoint.headers.flat(),
    ];
    const request = { method: "POST", path, headers, body: bytes } as const;
    return exchange(pools.of(`${apiKeyId} ${endpoint.endpointId}`, origin), request, timeoutMs, signal);
  }

  /** Where the requests to an endpoint go. Worked out once for each loading of its configuration; fails if the address is not allowed. */
  #routeTo(endpoint: DeliveryEndpoint): Route {
    const known = this.#routes.get(endpoint);
    if (known !== undefined) return known;
    const url = new URL(endpoint.url);
    this.#options.guard.refuseUrl(url);
    const route = { origin: url.origin, path: url.pathname + url.search };
    this.#routes.set(endpoint, route);
    return route;
  }
}

// 304 is no redirect: it names no other address.
const redirects: ReadonlySet<number> = new Set([300, 301, 302, 303, 305, 307, 308]);

// 2xx is success; a redirect is not followed and counts as a failure.
function judged({ status, retryAfter, location, excerpt }: EndpointResponse, nowMs: number): Partial<AttemptResult> {
  const answer = { status, responseExcerpt: excerpt };
  if (status >= 200 && status < 300) return answer;
  if (status === 410) return { ...answer, errorClass: "gone", error: "The endpoint responded 410: it accepts no more deliveries." };
  if (redirects.has(status)) {
    const target = location === undefined ? "" : ` to ${location}`;
    return { ...answer, errorClass: "redirect", error: `The endpoint responded ${status}; redirects${target} are not followed.` };
  }
  const asked = status === 429 || status === 503 ? retryAfterMs({ "retry-after": retryAfter }, nowMs) : undefined;
  return { ...answer, errorClass: "http_status", error: `The endpoint responded ${status}.`, retryAfterMs: asked };
}

/** The `webhook-signature` header of the bytes sent: a signature with each valid secret, newest first (Standard Webhooks). */
export function signatureOf(secrets: readonly SigningSecret[], webhookId: string, nowMs: number, body: Buffer): string {
  const timestamp = Math.floor(nowMs / 1_000);
  return secrets
    .filter(({ untilMs }) => nowMs < untilMs)
    .map(({ key }) => `v1,${createHmac("sha256", key).update(`${webhookId}.${timestamp}.`).update(body).digest("base64")}`)
    .join(" ");
}

const keyBytes = 32;
const ivBytes = 16;

/** The bytes to send: the plain body, encoded, or encrypted with a fresh key and iv if there is a public key. */
function sealBody(body: string, publicKey: KeyObject | undefined, encodeData: boolean): Buffer {
  if (publicKey !== undefined) return encrypted(body, publicKey);
  if (encodeData) return Buffer.from(`{"encodedPayload":"${Buffer.from(body).toString("base64")}"}`);
  return Buffer.from(body);
}

function encrypted(body: string, publicKey: KeyObject): Buffer {
  const random = randomBytes(keyBytes + ivBytes);
  const key = random.subarray(0, keyBytes);
  const iv = random.subarray(keyBytes);
  const cipher = createCipheriv("aes-256-cbc", key, iv);
  const encryptedData = cipher.update(body, "utf8", "base64") + cipher.final("base64");
  const encryptedKey = publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" }, key);
  return Buffer.from(JSON.stringify({ encryptedData, encryptedKey: encryptedKey.toString("base64"), iv: iv.toString("base64") }));
}

/** The result of one request to an endpoint. */
export interface AttemptResult {
  readonly startedAtMs: number;
  readonly durationMs: number;
  /** Null without a response. */
  readonly status: number | null;
  /** Undefined for a success. */
  readonly errorClass: WebhookErrorClass | undefined;
  /** A sentence for the customer about the error; empty for a success. */
  readonly error: string;
  readonly responseExcerpt: string;
  /** The pause that the endpoint has asked for. */
  readonly retryAfterMs: number | undefined;
}

interface Fault {
  readonly errorClass: WebhookErrorClass;
  readonly error: string;
}

const dnsCalls = /^(query|getaddrinfo)/;
const tlsCodes = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/;

/** The customer's view of an error: a class and a sentence, without details for the operator only. */
export function faultOf(error: unknown): Fault {
  if (error instanceof BlockedAddress) return { errorClass: "blocked_address", error: error.message };
  if (error instanceof ExchangeTimeout) return { errorClass: "timeout", error: error.message };
  // Without a code where undici has none for the parser's complaint.
  if (error instanceof errors.HTTPParserError) return { errorClass: "connection", error: "The response is not HTTP/1.1." };
  const { code = "unknown", syscall = "" } = error as NodeJS.ErrnoException;
  if (code === "UND_ERR_CONNECT_TIMEOUT") return { errorClass: "connect_timeout", error: "The connection was not established in time." };
  if (code === "UND_ERR_SOCKET") return { errorClass: "connection", error: "The connection was closed without a response." };
  if (code === "UND_ERR_INVALID_ARG")
    return { errorClass: "configuration", error: "The auth token or a header of the endpoint cannot be sent." };
  if (dnsCalls.test(syscall)) return { errorClass: "dns", error: `The host name could not be resolved (${code}).` };
  if (tlsCodes.test(code)) return { errorClass: "tls", error: `The TLS connection could not be established (${code}).` };
  return { errorClass: "connection", error: `The connection failed (${code}).` };
}
