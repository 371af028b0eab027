import type { AuthLevel } from "./credential.ts";

/** Who may use a route: credentials of a level, the console's pages, holders of a link to the webhook portal, or everyone. */
export type OpenTo = AuthLevel | "consolePages" | "portalLinks" | "everyone";
