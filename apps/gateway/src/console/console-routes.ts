import type { ConsoleRoutes } from "../http/http-server.ts";
import { addConsolePages } from "./console-pages.ts";
import { addSignIn, type SignInOptions, signInPaths } from "./sign-in.ts";

/** The console as the gateway serves it: its pages, and the sessions of the browsers that show them. */
export function consoleRoutes(options: SignInOptions): ConsoleRoutes {
  return {
    methods: { ...signInPaths, "/console": "GET, HEAD" },
    add: (server) => {
      addConsolePages(server);
      void server.register(async (scope) => addSignIn(scope, options));
    },
  };
}
