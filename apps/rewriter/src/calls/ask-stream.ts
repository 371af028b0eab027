import type { Context } from "../context.ts";
import type { Ending } from "../providers/provider.ts";
import type { ProviderFault } from "../providers/provider-fault.ts";
import { type CallRequest, ModelCall } from "./model-call.ts";

/**
 * Asks a model for its text as it is being written: yields pieces of text, and as the last item the ending or the provider's fault. Fails
 * as the RPC does.
 */
export async function* askStream(
  context: Context,
  request: CallRequest,
  signal: AbortSignal,
): AsyncIterable<string | Ending | ProviderFault> {
  const call = new ModelCall(context, request, signal);
  try {
    yield lastOf(call, yield* pieces(call));
  } catch (error) {
    yield lastOf(call, call.fail(error));
  } finally {
    call.close();
  }
}

// The call is closed before the last item is yielded, so that a reader that stops early does not hold a slot.
function lastOf<End>(call: ModelCall, end: End): End {
  call.close();
  return end;
}

async function* pieces(call: ModelCall): AsyncGenerator<string, Ending> {
  await call.acquire();
  // An attempt may be repeated until the first piece has arrived, and never after that.
  const { stream, exchange, first } = await call.attempt(async ({ apiKey, signal, exchange }) => {
    const stream = call.provider.stream(apiKey, call.ask, signal)[Symbol.asyncIterator]();
    return { stream, exchange, first: await stream.next() };
  });
  try {
    for (let next = first; next.done !== true; next = await stream.next()) {
      if (typeof next.value !== "string") {
        return { ...next.value, usage: call.succeed(next.value) };
      }
      yield call.passOn(next.value);
    }
    throw new Error("The stream of a provider ended without an ending.");
  } catch (error) {
    throw call.translate(error, exchange);
  } finally {
    await stream.return?.();
  }
}
