import { createHash, timingSafeEqual } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Failure, idProblem, isWellFormedAuthToken, shortened } from "@parley/kernel";
import { HttpFailure } from "../errors/http-failure.ts";
import { type AuthLevel, type Credential, isOfKey, isOfSession } from "./credential.ts";
import type { CheckedLevel, CredentialCache } from "./credential-cache.ts";
import type { RefusedCredentials } from "./refused-credentials.ts";
import { everywhere, type Needs, requireRights } from "./rights.ts";
import type { UserCredentials } from "./user-credentials.ts";

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The names of the wire headers, for a prefix such as `x-svc-`. */
export function headerNames(prefix: string) {
  return {
    apiKey: `${prefix}api-key`,
    workspaceId: `${prefix}workspace-id`,
    authToken: `${prefix}auth-token`,
    adminToken: `${prefix}admin-token`,
  } as const;
}

export type HeaderNames = ReturnType<typeof headerNames>;

/** The properties of an operation that decide the check. */
export interface Checked extends Needs {
  readonly auth: AuthLevel;
  readonly orAdmin?: true;
  readonly portal?: true;
}

interface CredentialCheckOptions {
  readonly names: HeaderNames;
  readonly cache: CredentialCache;
  readonly refused: RefusedCredentials;
  /** Grants the admin level; undefined closes it for everyone. */
  readonly adminToken: string | undefined;
  readonly users: Pick<UserCredentials, "check" | "known">;
  /** The credential of a browser's session; undefined when the request has none. */
  readonly session?: ((operation: Checked, headers: Headers) => Promise<Credential | undefined>) | undefined;
  /** Called when valid credentials lack the rights for an operation. */
  readonly onDenied?: (
    operation: Checked,
    credential: Credential,
    request: { readonly headers: Headers; readonly address: string },
  ) => Promise<void>;
}

const refused = "The credentials are missing or invalid.";
// The sender of a wrong admin token has to wait for the response. Only a limited number of senders wait at a time, so that they do not
// occupy the process.
const wrongAdminPauseMs = 1_000;
const maxPausing = 50;

/**
 * Finds the credential of a request. The response is the same, and takes the same time, for missing, unknown, wrong and revoked credentials
 * and for credentials of the wrong level.
 */
export class CredentialCheck {
  readonly #options: CredentialCheckOptions;
  #pausing = 0;

  constructor(options: CredentialCheckOptions) {
    this.#options = options;
  }

  /**
   * Fails with UNAUTHENTICATED, or with PERMISSION_DENIED for a disabled API key and for missing rights, whatever the body says. `address`
   * is the client's.
   */
  async check(operation: Checked, headers: Headers, address: string): Promise<Credential> {
    const { auth: level, orAdmin } = operation;
    if (level === "admin") return this.#checkAdmin(headers);
    if (level === "user") return permitted(operation, await this.#options.users.check(headers));
    if (orAdmin && headers[this.#options.names.adminToken] !== undefined) return this.#checkAdminFor(headers);
    const { names, cache, refused } = this.#options;
    const bySession = headers[names.authToken] === undefined ? await this.#options.session?.(operation, headers) : undefined;
    if (bySession !== undefined) return this.#permitted(operation, bySession, { headers, address });
    const principalName = principalNameOf(level, names);
    const missing = [principalName, names.authToken].filter((name) => typeof headers[name] !== "string" || headers[name] === "");
    if (missing.length > 0) throw unauthenticated(missing, ownerOf(level, headers, names));
    const presented = presentedIn(level, headers, names);
    // The checksum detects a mistyped token without a look-up; it is public, so the fast refusal reveals nothing.
    if (presented === undefined || !isWellFormedAuthToken(presented.token)) throw unauthenticated();
    const { principal, token } = presented;
    const credential = await refused.check(address, principal, token, async () => {
      const found = await cache.get(level, principal, token);
      // A session's token is valid only within its sealed cookie, which holds the session's role.
      return found !== undefined && isOfSession(found) ? undefined : found;
    });
    if (credential === undefined) throw unauthenticated();
    return this.#permitted(operation, credential, { headers, address });
  }

  async #permitted(operation: Checked, credential: Credential, request: { readonly headers: Headers; readonly address: string }) {
    try {
      return permitted(operation, credential);
    } catch (error) {
      await this.#options.onDenied?.(operation, credential, request);
      throw error;
    }
  }

  /**
   * The failure of a request that `check` would refuse without a look-up, because there were too many wrong credentials; undefined for any
   * other request.
   */
  refusal(operation: Checked, headers: Headers, address: () => string): Failure | undefined {
    const shown = this.#shown(operation, headers);
    if (shown === undefined) return undefined;
    const failure = this.#options.refused.refusal(address, shown.principal, shown.token);
    return failure !== undefined && isWellFormedAuthToken(shown.token) ? failure : undefined;
  }

  /**
   * The credential of a request that `check` has looked up within the last seconds; undefined for all others, for the operator and for
   * sessions.
   */
  known(operation: Checked, headers: Headers): Credential | undefined {
    if (operation.auth === "user") return this.#options.users.known(headers);
    const shown = this.#shown(operation, headers);
    const credential = shown && this.#options.cache.known(shown.level, shown.principal, shown.token);
    return credential === undefined || isOfSession(credential) ? undefined : credential;
  }

  /**
   * The API key or workspace that the headers name, without a look-up, if the credentials were valid within the last day; else empty. The
   * name alone proves nothing: an API key is public, and anybody who sends it would use up the customer's turns.
   */
  knownCaller(headers: Headers): string {
    const { names, refused, users } = this.#options;
    const user = headers.authorization === undefined ? undefined : users.known(headers);
    if (user !== undefined) return user.apiKeyId;
    const name = String(headers[names.apiKey] ?? headers[names.workspaceId] ?? "");
    return name !== "" && refused.wereGood(name, String(headers[names.authToken] ?? "")) ? name : "";
  }

  /** The presented principal and token; undefined for the operator's. */
  #shown({ auth: level, orAdmin }: Checked, headers: Headers) {
    const { names } = this.#options;
    if (level === "admin" || level === "user" || (orAdmin && headers[names.adminToken] !== undefined)) return undefined;
    const presented = presentedIn(level, headers, names);
    return presented && { level, ...presented };
  }

  /** For Delete data by location, whose body repeats the credentials of the headers. */
  checkBody(headers: Headers, data: Record<string, unknown>): void {
    const { names } = this.#options;
    const sameKey = typeof data.apiKey === "string" && equal(data.apiKey, String(headers[names.apiKey]));
    const sameToken = typeof data.authToken === "string" && equal(data.authToken, String(headers[names.authToken]));
    if (!sameKey || !sameToken) throw unauthenticated();
  }

  async #checkAdmin(headers: Headers): Promise<Credential> {
    const { names, adminToken } = this.#options;
    if (adminToken === undefined)
      throw new Failure("permission_denied", "No admin token is configured for this installation, so the operation is closed.");
    const token = headers[names.adminToken];
    if (typeof token !== "string" || token === "") throw unauthenticated([names.adminToken]);
    if (equal(token, adminToken)) return { level: "admin" };
    await this.#pause();
    throw unauthenticated();
  }

  /** Accepts the admin token in place of the workspace's own. */
  async #checkAdminFor(headers: Headers): Promise<Credential> {
    await this.#checkAdmin(headers);
    const { names } = this.#options;
    const workspaceId = headers[names.workspaceId];
    if (typeof workspaceId !== "string" || idProblem(workspaceId) !== undefined) throw unauthenticated([names.workspaceId]);
    return { level: "workspace", workspaceId, tokenId: "", rights: everywhere("token", "administrate") };
  }

  async #pause(): Promise<void> {
    if (this.#pausing >= maxPausing) return;
    this.#pausing++;
    await delay(wrongAdminPauseMs, undefined, { ref: false });
    this.#pausing--;
  }
}

function principalNameOf(level: CheckedLevel, names: HeaderNames): string {
  return level === "apiKey" ? names.apiKey : names.workspaceId;
}

function presentedIn(level: CheckedLevel, headers: Headers, names: HeaderNames): { principal: string; token: string } | undefined {
  const principal = headers[principalNameOf(level, names)];
  const token = headers[names.authToken];
  if (typeof principal !== "string" || principal === "" || principal.length > 256) return undefined;
  return typeof token === "string" ? { principal, token } : undefined;
}

// The single place that checks rights: for tokens, sessions, links, and each call within an agent's message.
function permitted(operation: Checked, credential: Credential): Credential {
  if (isOfKey(credential) && credential.disabled)
    throw new Failure("permission_denied", `The API key ${shortened(credential.apiKeyId)} is disabled.`);
  if (credential.level !== "admin") requireRights(operation, credential.rights);
  return credential;
}

// A sender who mixes up the two kinds of credentials would otherwise look for the mistake in the wrong place.
function ownerOf(level: "apiKey" | "workspace", headers: Headers, names: HeaderNames): string {
  if (level === "workspace" && headers[names.apiKey] !== undefined) return ": this operation is the workspace's, not an API key's";
  if (level === "apiKey" && headers[names.workspaceId] !== undefined) return ": this operation is an API key's, not the workspace's";
  return "";
}

function unauthenticated(missingHeaders: readonly string[] = [], note = ""): HttpFailure {
  return new HttpFailure("unauthenticated", refused, {
    violations: missingHeaders.map((name) => ({ field: name, message: `The header ${name} is required${note}.` })),
  });
}

// Hashing first makes the lengths equal, so that the time does not show how much of a secret is right.
function equal(left: string, right: string): boolean {
  return timingSafeEqual(createHash("sha256").update(left).digest(), createHash("sha256").update(right).digest());
}
