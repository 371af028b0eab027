import type { Context, Handler } from "../context.ts";
import type { Completion } from "../providers/provider.ts";
import type { ProviderFault } from "../providers/provider-fault.ts";
import { askStream } from "./ask-stream.ts";
import { type CallRequest, ModelCall } from "./model-call.ts";
import { askAiResponse, askAiStreamResponse } from "./wire.ts";

export const askAi =
  (context: Context): Handler<"askAi"> =>
  async (request, { signal }) =>
    askAiResponse(await ask(context, request, signal));

/** Asks a model for its whole text: returns the completion, or the provider's fault. Fails as the RPC does. */
async function ask(context: Context, request: CallRequest, signal: AbortSignal): Promise<Completion | ProviderFault> {
  const call = new ModelCall(context, request, signal);
  try {
    await call.acquire();
    const completion = await call.attempt(({ apiKey, signal }) => call.provider.complete(apiKey, call.ask, signal));
    call.passOn(completion.text);
    return { ...completion, usage: call.succeed(completion) };
  } catch (error) {
    return call.fail(error);
  } finally {
    call.close();
  }
}

export const askAiStream = (context: Context): Handler<"askAiStream"> =>
  async function* (request, { signal }) {
    for await (const piece of askStream(context, request, signal)) yield askAiStreamResponse(piece);
  };
