import type { AuthLevel } from "./credential.ts";
import type { HeaderNames } from "./credential-check.ts";

/** The header `www-authenticate` of a 401, by who may use the route. */
export type Challenges = Readonly<Record<OpenTo, string>>;

/**
 * How a refused client authenticates. HTTP has no name for credentials in headers of their own, so the scheme `ApiKey` names these headers;
 * browsers leave a scheme that they do not know to the page.
 */
export function challengesFor(names: HeaderNames): Challenges {
  const named = (...headers: readonly string[]) => `ApiKey realm="Parley", headers="${headers.join(" ")}"`;
  const workspace = named(names.workspaceId, names.authToken);
  return {
    apiKey: named(names.apiKey, names.authToken),
    workspace,
    admin: named(names.adminToken),
    user: 'Bearer realm="Parley"',
    portalLinks: named("x-portal-token"),
    // The console signs in with a token of a workspace.
    consolePages: workspace,
    everyone: workspace,
  };
}

/** Who may use a route: credentials of a level, the console's pages, holders of a link to the webhook portal, or everyone. */
export type OpenTo = AuthLevel | "consolePages" | "portalLinks" | "everyone";
