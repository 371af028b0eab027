import type Anthropic from "@anthropic-ai/sdk";
import type { Message, MessageCreateParamsNonStreaming, StopReason } from "@anthropic-ai/sdk/resources";
import { KeyedClients } from "./keyed-clients.ts";
import { MalformedResponse } from "./malformed-response.ts";
import { type Ask, type Completion, type Ending, type Provider, type ProviderOptions, sdkOptions, tokenCount } from "./provider.ts";

// Models of the first three generations cannot write longer texts, and refuse a higher limit.
const oldModel = /^claude-(instant|2|3-(opus|sonnet|haiku))/;
const oldModelMaxTokens = 4_096;

/** Anthropic's Messages API. */
export function anthropicProvider(options: ProviderOptions): Provider {
  const { maxTokens } = options;
  const clients = new KeyedClients(
    () => import("@anthropic-ai/sdk"),
    (sdk, apiKey) => new sdk.default({ ...sdkOptions(options, apiKey), webhookKey: null, openTelemetry: false }),
  );
  const request = ({ model, prompt, text }: Ask): MessageCreateParamsNonStreaming => ({
    model,
    max_tokens: oldModel.test(model) ? Math.min(maxTokens, oldModelMaxTokens) : maxTokens,
    system: prompt,
    messages: [{ role: "user", content: text }],
  });
  return {
    async complete(apiKey, ask, signal) {
      const client = await clients.of(apiKey);
      return completionOf(await client.messages.create(request(ask), { signal }));
    },
    async *stream(apiKey, ask, signal) {
      yield* pieces(await clients.of(apiKey), request(ask), signal);
    },
  };
}

async function* pieces(client: Anthropic, request: MessageCreateParamsNonStreaming, signal: AbortSignal): AsyncIterable<string | Ending> {
  let inputTokens = 0;
  let outputTokens = 0;
  let end: Ending["end"];
  for await (const event of await client.messages.create({ ...request, stream: true }, { signal })) {
    if (event.type === "message_start") inputTokens = tokenCount(event.message?.usage?.input_tokens);
    if (event.type === "content_block_delta" && event.delta?.type === "text_delta" && event.delta.text !== "") yield event.delta.text;
    if (event.type === "message_delta") {
      outputTokens = tokenCount(event.usage?.output_tokens);
      if (event.delta?.stop_reason) end = endOf(event.delta.stop_reason);
    }
  }
  yield { end, usage: { inputTokens, outputTokens } };
}

// The response may contain anything, whatever the types say: another server can be configured by its base URL.
function completionOf(answer: Partial<Message> | undefined): Completion {
  if (!Array.isArray(answer?.content)) throw new MalformedResponse();
  const { content, stop_reason: reason, usage } = answer;
  return {
    text: content.map((block) => (block?.type === "text" ? block.text : "")).join(""),
    end: reason ? endOf(reason) : "complete",
    usage: { inputTokens: tokenCount(usage?.input_tokens), outputTokens: tokenCount(usage?.output_tokens) },
  };
}

function endOf(reason: StopReason): Ending["end"] {
  if (reason === "refusal") return "declined";
  return reason === "end_turn" || reason === "stop_sequence" ? "complete" : "cut";
}
