import { Failure } from "@parley/kernel";
import type { Credential } from "./credential.ts";
import { everywhere } from "./rights.ts";
import type { UserAccess, UserAccessCache } from "./user-access.ts";
import type { UserClaims, UserTokens } from "./user-token.ts";

type Headers = Readonly<Record<string, string | string[] | undefined>>;

interface UserCredentialsOptions {
  readonly tokens: Pick<UserTokens, "read" | "known">;
  readonly access: Pick<UserAccessCache, "get" | "peek">;
  readonly now?: () => number;
}

const refused = "The user's token is missing or not valid.";
const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;
// The places in the token decide what a user may do, so the credential itself limits nothing.
const rights = everywhere("token", "act");

/**
 * Determines for which user a request acts, by the token in the `authorization` header. Tokens anywhere else, such as in the URL, are
 * ignored.
 */
export class UserCredentials {
  readonly #options: UserCredentialsOptions;
  readonly #now: () => number;

  constructor(options: UserCredentialsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /**
   * Fails with UNAUTHENTICATED if the token is missing, malformed, expired, revoked, from another installation, or of an API key that does
   * not exist; the response does not tell which. Fails with PERMISSION_DENIED if the API key's allowed domains do not include the origin of
   * the page.
   */
  async check(headers: Headers): Promise<Credential<"user">> {
    const claims = this.#claimsIn(headers);
    const access = claims && (await this.#options.access.get(claims.apiKeyId));
    if (claims === undefined || access === undefined) throw new Failure("unauthenticated", refused);
    requireOrigin(headers, access);
    if (!this.#isGood(claims, access)) throw new Failure("unauthenticated", refused);
    return credentialOf(claims, access);
  }

  /** The credential that `check` would return, if neither a signature check nor a request to another service is needed. */
  known(headers: Headers): Credential<"user"> | undefined {
    const token = tokenIn(headers);
    const claims = token === undefined ? undefined : this.#options.tokens.known(token);
    const access = claims && this.#options.access.peek(claims.apiKeyId);
    return claims !== undefined && access !== undefined && this.#isGood(claims, access) ? credentialOf(claims, access) : undefined;
  }

  /**
   * The origin whose pages may read the response: the request's own origin if the API key's domains allow it, even when the token has
   * expired. `*` for a token of no API key: the refusal tells nothing, and the page must learn that it needs a new token. Never fails.
   */
  async readableBy(headers: Headers): Promise<string | undefined> {
    const { origin } = headers;
    if (typeof origin !== "string") return undefined;
    const claims = this.#claimsIn(headers);
    if (claims === undefined) return "*";
    try {
      const access = await this.#options.access.get(claims.apiKeyId);
      if (access === undefined) return "*";
      return access.origins.has(origin) ? origin : undefined;
    } catch {
      // The request itself fails for the same reason.
      return undefined;
    }
  }

  #claimsIn(headers: Headers): UserClaims | undefined {
    const token = tokenIn(headers);
    return token === undefined ? undefined : this.#options.tokens.read(token);
  }

  #isGood(claims: UserClaims, access: UserAccess): boolean {
    return this.#now() < claims.expiresAtMs && !access.isRevoked(claims);
  }
}

function tokenIn({ authorization }: Headers): string | undefined {
  return typeof authorization === "string" ? bearer.exec(authorization)?.[1] : undefined;
}

// Programs other than browsers send no `Origin` or an arbitrary one, so for them only the token counts. A page cannot make a browser send
// the origin of another page.
function requireOrigin({ origin }: Headers, { origins }: UserAccess): void {
  if (origin === undefined || (typeof origin === "string" && origins.has(origin))) return;
  const message = "The allowed domains of the API key do not name the origin of this page.";
  throw new Failure("permission_denied", message, { violations: [{ field: "origin", message }] });
}

function credentialOf(claims: UserClaims, { workspaceId, disabled, limits }: UserAccess): Credential<"user"> {
  const { apiKeyId, userId, tokenId, grants, issuedAtMs } = claims;
  return { level: "user", workspaceId, apiKeyId, userId, tokenId, disabled, rights, limits, grants, issuedAtMs };
}
