import type { Fetch } from "../sending/fetch.ts";

/** How a client reaches Parley, and as whom. */
export interface ParleyOptions {
  /** Where the gateway is, such as `https://parley.example.com`; a client is not made without it, as when a variable is not set. */
  readonly baseUrl: string | undefined;
  /** Public identifier of the API key (`pk_…`); for all operations but those of the workspace. */
  readonly apiKey?: string | undefined;
  /** Secret token of the API key (`sk_…`). */
  readonly authToken?: string | undefined;
  /** Id of the workspace; for operations of the workspace. */
  readonly workspaceId?: string | undefined;
  /** Secret token of the workspace (`sk_…`). */
  readonly workspaceToken?: string | undefined;
  /** The installation's admin token; for creating workspaces. */
  readonly adminToken?: string | undefined;
  /** What the names of the credential headers begin with; `x-svc-` unless the installation has another. */
  readonly headerPrefix?: string | undefined;
  /** Longest time of one attempt in ms, body included; 30,000 by default. Operations that take longer have more. */
  readonly timeoutMs?: number | undefined;
  /** How often a request is sent again after a failure that passes; 4 by default. */
  readonly maxRetries?: number | undefined;
  /** Longest time in ms that a `Retry-After` is obeyed for; one that is longer ends the call. 60,000 by default. */
  readonly maxRetryAfterMs?: number | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Stands in for the global `fetch`. */
  readonly fetch?: Fetch | undefined;
}
