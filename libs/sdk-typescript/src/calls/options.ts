import type { Fetch } from "../sending/fetch.ts";

/** The address of Parley and the credentials of the caller. */
export interface ParleyOptions {
  /** URL of the gateway, such as `https://parley.example.com`. Without it, as when a variable is not set, no client is created. */
  readonly baseUrl: string | undefined;
  /** Public identifier of the API key (`pk_…`); for all operations except those of the workspace. */
  readonly apiKey?: string | undefined;
  /** Secret token of the API key (`sk_…`). */
  readonly authToken?: string | undefined;
  /** Id of the workspace; for operations of the workspace. */
  readonly workspaceId?: string | undefined;
  /** Secret token of the workspace (`sk_…`). */
  readonly workspaceToken?: string | undefined;
  /** The installation's admin token; for creating workspaces. */
  readonly adminToken?: string | undefined;
  /** Prefix of the credential headers' names; `x-svc-` by default. */
  readonly headerPrefix?: string | undefined;
  /** Longest time of one attempt in ms, body included; 30,000 by default. Operations that take longer have more. */
  readonly timeoutMs?: number | undefined;
  /** How often a request is sent again after a temporary failure; 4 by default. */
  readonly maxRetries?: number | undefined;
  /** Longest `Retry-After` in ms that is waited for; a longer one ends the call. 60,000 by default. */
  readonly maxRetryAfterMs?: number | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch | undefined;
}

/** A new id. */
export function newId(): string {
  // Browsers have no `randomUUID` on pages that came over plain http.
  return (
    crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")
  );
}
