import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Parley } from "@parley/sdk";
import { type AgentOptions, agentServer } from "./agent-server.ts";

interface HttpOptions extends AgentOptions {
  readonly onError: (error: Error) => void;
}

/** Answers one message of an agent, and keeps nothing of it. `message` is the body, parsed; no stream outlives the answer. */
export async function answerAgent(parley: Parley, request: Request, message: unknown, options: HttpOptions): Promise<Response> {
  const { onError: onerror } = options;
  // No subscriptions: there is nothing that could change.
  const handler = createMcpHandler(() => agentServer(parley, options), { maxSubscriptions: 0, onerror });
  try {
    const response = await handler.fetch(request, { parsedBody: message });
    // Read to its end, whatever its form, before what answers it goes.
    return new Response(response.status === 202 ? null : await response.text(), response);
  } finally {
    await handler.close();
  }
}
