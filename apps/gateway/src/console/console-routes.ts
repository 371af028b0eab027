import type { HttpRoute } from "../http/http-route.ts";
import { consolePages } from "./console-pages.ts";
import type { PortalCredentials } from "./portal-credentials.ts";
import { portalRoute } from "./portal-pages.ts";
import { type SignInOptions, signInRoutes } from "./sign-in.ts";

interface ConsoleOptions extends SignInOptions {
  readonly portal: PortalCredentials;
  /** The pages that may frame the response of such a path. */
  readonly frameAncestors: (path: string) => string;
}

/** The console as the gateway serves it: its pages, and the sessions of browsers. */
export function consoleRoutes(options: ConsoleOptions): HttpRoute[] {
  return [...consolePages(options), portalRoute(options), ...signInRoutes(options)];
}
