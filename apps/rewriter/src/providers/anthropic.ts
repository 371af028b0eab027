import type Anthropic from "@anthropic-ai/sdk";
import type { Message, MessageCreateParamsNonStreaming } from "@anthropic-ai/sdk/resources";
import { MalformedResponse, refuseErrorAnswer } from "./error-answer.ts";
import { currentExchange } from "./exchange.ts";
import { KeyedClients } from "./keyed-clients.ts";
import {
  type Ask,
  asStream,
  type Completion,
  type Ending,
  type Provider,
  type ProviderOptions,
  sdkOptions,
  tokenCount,
  type Usage,
} from "./provider.ts";
import { textIn } from "./text-in.ts";

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
  const exchange = currentExchange();
  let counted: Counted = {};
  let end: Ending["end"];
  for await (const event of await client.messages.create({ ...request, stream: true }, { signal })) {
    // The output that is reported at the beginning is not what the model will have written.
    if (event.type === "message_start") counted = { ...event.message?.usage, output_tokens: undefined };
    if (event.type === "content_block_delta" && event.delta?.type === "text_delta") {
      const text = textIn(event.delta.text);
      if (text !== "") yield text;
    }
    if (event.type === "message_delta") {
      counted = { ...counted, ...told(event.usage) };
      if (event.delta?.stop_reason) end = endOf(event.delta.stop_reason);
    }
  }
  if (exchange.whole !== undefined) yield* asStream(completionOf(JSON.parse(exchange.whole)));
  else yield { end, usage: usageOf(counted) };
}

// The response may contain anything, whatever the types say: another server can be configured by its base URL.
function completionOf(answer: Partial<Message> | undefined): Completion {
  refuseErrorAnswer(answer);
  if (!Array.isArray(answer?.content)) throw new MalformedResponse();
  const { content, stop_reason: reason, usage } = answer;
  return { text: textIn(content), end: reason ? endOf(reason) : "complete", usage: usageOf(usage ?? {}) };
}

/** Token counts as Anthropic tells them: input that was read from or written to its cache is counted apart. */
type Counted = Readonly<Partial<Record<(typeof inputCounts)[number] | "output_tokens", unknown>>>;

const inputCounts = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"] as const;

// The counts at the end replace those at the beginning, but some servers leave out there what they have reported before.
function told(counted: Counted | undefined): Counted {
  return Object.fromEntries(Object.entries(counted ?? {}).filter(([, count]) => tokenCount(count) > 0));
}

function usageOf(counted: Counted): Usage {
  const inputTokens = inputCounts.reduce((sum, name) => sum + tokenCount(counted[name]), 0);
  return { inputTokens: tokenCount(inputTokens), outputTokens: tokenCount(counted.output_tokens) };
}

function endOf(reason: string): Ending["end"] {
  switch (reason) {
    case "end_turn":
    case "stop_sequence":
      return "complete";
    case "max_tokens":
    case "model_context_window_exceeded":
      return "cut";
    case "refusal":
      return "declined";
    default:
      return { other: reason };
  }
}
