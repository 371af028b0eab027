import type { ConsoleRoutes } from "../http/http-server.ts";
import { addConsolePages } from "./console-pages.ts";
import { oidcPaths } from "./oidc/oidc-routes.ts";
import type { PortalCredentials } from "./portal-credentials.ts";
import { addPortal, portalPaths } from "./portal-pages.ts";
import { addSignIn, type SignInOptions, signInPaths } from "./sign-in.ts";

interface ConsoleOptions extends SignInOptions {
  readonly portal: PortalCredentials;
  /** The pages that may frame the response of such a path. */
  readonly frameAncestors: (path: string) => string;
}

/** The console as the gateway serves it: its pages, and the sessions of browsers. */
export function consoleRoutes(options: ConsoleOptions): ConsoleRoutes {
  return {
    methods: { ...signInPaths, ...(options.oidc === undefined ? {} : oidcPaths), ...portalPaths, "/console": "GET, HEAD" },
    add: (server) => {
      addConsolePages(server, options);
      addPortal(server, options);
      void server.register(async (scope) => addSignIn(scope, options));
    },
  };
}
