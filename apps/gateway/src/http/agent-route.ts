import type { Route } from "../operations/operation.ts";

/**
 * The route for agents that speak the Model Context Protocol, with the credentials of an API key. It waits for the operations that they
 * call, each of which is checked by itself.
 */
export const agentRoute: Route = { path: "/mcp", auth: "apiKey", mutates: false, waits: true, timeoutMs: 60_000 };
