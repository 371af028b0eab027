import type { Host } from "@parley/runtime";
import type { BeginSession } from "../session/begin-session.ts";
import type { SessionCookie } from "../session/session-cookie.ts";
import type { SignInRecords } from "../session/sign-in-records.ts";
import type { OidcOptions } from "./oidc-routes.ts";
import { OidcSessions } from "./oidc-sessions.ts";
import type { OidcConfig } from "./oidc-settings.ts";
import { PendingSignIns } from "./pending-sign-in.ts";

interface Parts {
  readonly begin: BeginSession;
  readonly records: SignInRecords;
  readonly cookie: SessionCookie;
  /** The keys that seal pending sign-ins. */
  readonly keys: readonly [Uint8Array, ...Uint8Array[]];
}

/** Signing in with the configured OpenID provider; undefined when none is configured. */
export async function useOidc(
  { log }: Pick<Host, "log">,
  config: OidcConfig,
  { begin, records, cookie, keys }: Parts,
): Promise<OidcOptions | undefined> {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, oidcScopes: scopes, publicUrl } = config;
  if (issuer === undefined || clientId === undefined || publicUrl === undefined) return undefined;
  const { IdentityProvider } = await import("./identity-provider.ts");
  return {
    name: config.oidcName,
    provider: new IdentityProvider({
      issuer,
      clientId,
      clientSecret,
      scopes,
      redirectUri: `${publicUrl}/console/oidc/callback`,
      signedOutUri: `${publicUrl}/console/sign-in`,
    }),
    pending: new PendingSignIns({ keys, isSecure: new URL(publicUrl).protocol === "https:" }),
    sessions: new OidcSessions({
      begin,
      records,
      claim: config.oidcClaim,
      grants: config.oidcGrants,
      onNoAccess: (person) => log.warn({ person }, "PARLEY_OIDC_GRANTS gives a person who signed in no access to any existing workspace."),
    }),
    cookie,
    publicUrl,
    signsOut: config.oidcSignOut,
    onRefused: (error, requestId) => log.warn({ reason: reasonOf(error), requestId }, "A sign-in with the OpenID provider failed."),
    onSignOutFailed: (error, requestId) =>
      log.warn(
        { reason: reasonOf(error), requestId },
        "A person who signed out stays signed in at the OpenID provider, which did not respond.",
      ),
  };
}

/** The reason, without the provider's statements about the person. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
