import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Parley } from "@parley/sdk";
import { type AgentOptions, agentServer } from "./agent-server.ts";

interface HttpOptions extends AgentOptions {
  readonly onError: (error: Error) => void;
}

/** Responds to one message of an agent, and keeps no state. `message` is the parsed body; no stream outlives the response. */
export async function answerAgent(parley: Parley, request: Request, message: unknown, options: HttpOptions): Promise<Response> {
  const { onError: onerror } = options;
  // No subscriptions, because nothing can change.
  const handler = createMcpHandler(() => agentServer(parley, options), { maxSubscriptions: 0, onerror });
  try {
    const response = await handler.fetch(request, { parsedBody: message });
    // The body is read to its end before the server is closed.
    return new Response(response.status === 202 ? null : await response.text(), response);
  } finally {
    await handler.close();
  }
}
