import type { Client } from "@connectrpc/connect";
import type { CredentialsService } from "@parley/contracts/workspace";
import type { SealingKey } from "@parley/kernel";
import type { Host } from "@parley/runtime";
import type { Audit } from "../audit/use-audit.ts";
import type { Credential } from "../credentials/credential.ts";
import type { CredentialCache } from "../credentials/credential-cache.ts";
import type { Checked, CredentialCheck, HeaderNames, Headers } from "../credentials/credential-check.ts";
import type { KeysFor } from "../credentials/gateway-keys.ts";
import type { HttpRoute } from "../http/http-route.ts";
import type { GatewayConfig } from "../http/settings.ts";
import { consolePages } from "./console-pages.ts";
import { KeyAccess } from "./key-access.ts";
import type { OidcConfig } from "./oidc/oidc-settings.ts";
import { useOidc } from "./oidc/use-oidc.ts";
import { PortalCredentials } from "./portal-credentials.ts";
import { frameAncestors, portalRoute } from "./portal-pages.ts";
import { beginSessions } from "./session/begin-session.ts";
import { sessionSeal } from "./session/session.ts";
import { SessionCookie } from "./session/session-cookie.ts";
import { SignInRecords } from "./session/sign-in-records.ts";
import { SessionCredentials } from "./session-credentials.ts";
import { signInRoutes } from "./sign-in.ts";
import { SignInCodes } from "./sign-in-codes.ts";

interface Parts {
  readonly tokens: Client<typeof CredentialsService>;
  readonly cache: CredentialCache;
  readonly names: HeaderNames;
  readonly keysFor: KeysFor;
  readonly portalKeys: readonly SealingKey[];
  readonly audit: Audit;
}

interface Console {
  /** The credential of a request of the console's pages; undefined for any other. */
  readonly credentialOf: (operation: Checked, headers: Headers) => Promise<Credential | undefined>;
  /** The routes of the console's pages, the webhook portal, and sessions. */
  readonly routes: (credentials: CredentialCheck) => HttpRoute[];
  /** Drops cached data of an API key that is known to have changed. */
  readonly invalidate: (apiKeyId: string) => void;
}

/** The console as the gateway serves it; undefined when it is switched off. */
export async function useConsole(host: Host, config: GatewayConfig & OidcConfig, parts: Parts): Promise<Console | undefined> {
  if (!config.console) return undefined;
  const { tokens, cache, names, keysFor, portalKeys, audit } = parts;
  const seal = sessionSeal(keysFor("parley console sessions"), config.consoleSessionMinutes * 60_000);
  const cookie = new SessionCookie(config.publicUrl);
  const access = new KeyAccess(tokens);
  const sessions = new SessionCredentials({ names, seal, cookie, cache, access, tokens });
  const portal = new PortalCredentials({ keys: portalKeys, access });
  const codes = config.consoleLinks ? new SignInCodes() : undefined;
  const begin = beginSessions(tokens, seal);
  const records = new SignInRecords(audit);
  const oidc = await useOidc(host, config, { begin, records, cookie, keys: keysFor("parley console sign-ins") });
  const reference = config.docs ? "/docs" : undefined;
  const { headerPrefix } = config;
  return {
    credentialOf: async (operation, headers) =>
      (await portal.credentialOf(operation, headers)) ?? sessions.credentialOf(operation, headers),
    routes: (credentials) => [
      ...consolePages({ frameAncestors: (path) => frameAncestors(portalKeys, path) }),
      portalRoute({ portal, headerPrefix }),
      ...signInRoutes({ names, headerPrefix, credentials, sessions, begin, records, cookie, codes, reference, oidc }),
    ],
    invalidate: (apiKeyId) => access.invalidate(apiKeyId),
  };
}
