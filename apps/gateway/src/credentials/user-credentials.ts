import { Failure } from "@parley/kernel";
import type { Credential } from "./credential.ts";
import { everywhere } from "./rights.ts";
import type { UserDoor, UserDoors } from "./user-doors.ts";
import type { UserClaims, UserTokens } from "./user-token.ts";

type Headers = Readonly<Record<string, string | string[] | undefined>>;

interface UserCredentialsOptions {
  readonly tokens: Pick<UserTokens, "read" | "known">;
  readonly doors: Pick<UserDoors, "get" | "peek">;
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
    const door = claims && (await this.#options.doors.get(claims.apiKeyId));
    if (claims === undefined || door === undefined) throw new Failure("unauthenticated", refused);
    requireOrigin(headers, door);
    if (!this.#isGood(claims, door)) throw new Failure("unauthenticated", refused);
    return credentialOf(claims, door);
  }

  /** The credential that `check` would return, if neither a signature check nor a request to another service is needed. */
  known(headers: Headers): Credential<"user"> | undefined {
    const token = tokenIn(headers);
    const claims = token === undefined ? undefined : this.#options.tokens.known(token);
    const door = claims && this.#options.doors.peek(claims.apiKeyId);
    return claims !== undefined && door !== undefined && this.#isGood(claims, door) ? credentialOf(claims, door) : undefined;
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
      const door = await this.#options.doors.get(claims.apiKeyId);
      if (door === undefined) return "*";
      return door.origins.has(origin) ? origin : undefined;
    } catch {
      // The request itself fails for the same reason.
      return undefined;
    }
  }

  #claimsIn(headers: Headers): UserClaims | undefined {
    const token = tokenIn(headers);
    return token === undefined ? undefined : this.#options.tokens.read(token);
  }

  #isGood(claims: UserClaims, door: UserDoor): boolean {
    return this.#now() < claims.expiresAtMs && !door.isRevoked(claims);
  }
}

function tokenIn({ authorization }: Headers): string | undefined {
  return typeof authorization === "string" ? bearer.exec(authorization)?.[1] : undefined;
}

// Programs other than browsers send no `Origin` or an arbitrary one, so for them only the token counts. A page cannot make a browser send
// the origin of another page.
function requireOrigin({ origin }: Headers, { origins }: UserDoor): void {
  if (origin === undefined || (typeof origin === "string" && origins.has(origin))) return;
  const message = "The allowed domains of the API key do not name the origin of this page.";
  throw new Failure("permission_denied", message, { violations: [{ field: "origin", message }] });
}

function credentialOf(claims: UserClaims, { workspaceId, disabled, limits }: UserDoor): Credential<"user"> {
  const { apiKeyId, userId, tokenId, grants, issuedAtMs } = claims;
  return { level: "user", workspaceId, apiKeyId, userId, tokenId, disabled, rights, limits, grants, issuedAtMs };
}
