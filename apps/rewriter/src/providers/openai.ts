import type OpenAI from "openai";
import type { ChatCompletion, ChatCompletionCreateParamsNonStreaming, ChatCompletionMessageParam, CompletionUsage } from "openai/resources";
import { KeyedClients } from "./keyed-clients.ts";
import { MalformedResponse } from "./malformed-response.ts";
import {
  type Ask,
  type Completion,
  type Ending,
  joined,
  noUsage,
  type Provider,
  type ProviderOptions,
  sdkOptions,
  tokenCount,
  type Usage,
} from "./provider.ts";

// These models cannot write longer texts, and refuse a higher limit.
const oldModel = /^(gpt-3\.5|gpt-4($|-)|gpt-4o-2024-05-13)/;
const oldModelMaxTokens = 4_096;

/** OpenAI's Chat Completions API. */
export function openAiProvider(options: ProviderOptions): Provider {
  const { maxTokens } = options;
  const clients = new KeyedClients(
    () => import("openai"),
    (sdk, apiKey) =>
      new sdk.default({ ...sdkOptions(options, apiKey), organization: null, project: null, adminAPIKey: null, webhookSecret: null }),
  );
  return {
    async complete(apiKey, ask, signal) {
      const client = await clients.of(apiKey);
      return completionOf(await client.chat.completions.create(requestOf(ask, maxTokens), { signal }));
    },
    async *stream(apiKey, ask, signal) {
      yield* pieces(await clients.of(apiKey), requestOf(ask, maxTokens), signal);
    },
  };
}

async function* pieces(
  client: OpenAI,
  request: ChatCompletionCreateParamsNonStreaming,
  signal: AbortSignal,
): AsyncIterable<string | Ending> {
  const body = { ...request, stream: true, stream_options: { include_usage: true } } as const;
  let usage = noUsage;
  let end: Ending["end"];
  let declined = false;
  for await (const chunk of await client.chat.completions.create(body, { signal })) {
    if (chunk.usage) usage = usageOf(chunk.usage);
    const choice = chunk.choices?.[0];
    if (choice?.delta?.refusal) declined = true;
    if (choice?.delta?.content) yield choice.delta.content;
    if (choice?.finish_reason) end = endOf(choice.finish_reason, declined);
  }
  yield { end, usage };
}

function requestOf(ask: Ask, maxTokens: number): ChatCompletionCreateParamsNonStreaming {
  return { model: ask.model, messages: messagesOf(ask), ...boundOf(ask, maxTokens) };
}

// For the oldest models, the input counts towards the same few thousand tokens. They get no limit from here unless a lower one is
// configured.
function boundOf({ model }: Ask, maxTokens: number): { max_completion_tokens?: number } {
  return oldModel.test(model) && maxTokens >= oldModelMaxTokens ? {} : { max_completion_tokens: maxTokens };
}

// The separate system message is OpenAI's place for instructions; reasoning models get the prompt in front of the text.
function messagesOf(ask: Ask): ChatCompletionMessageParam[] {
  if (ask.reasoning) return [{ role: "user", content: joined(ask) }];
  return [
    { role: "system", content: ask.prompt },
    { role: "user", content: ask.text },
  ];
}

// The response may contain anything, whatever the types say: another server can be configured by its base URL.
function completionOf(answer: Partial<ChatCompletion> | undefined): Completion {
  const choice = answer?.choices?.[0];
  if (choice?.message === undefined) throw new MalformedResponse();
  const { content, refusal } = choice.message;
  if (content !== null && content !== undefined && typeof content !== "string") throw new MalformedResponse();
  return {
    text: content ?? "",
    end: choice.finish_reason ? endOf(choice.finish_reason, Boolean(refusal)) : "complete",
    usage: usageOf(answer?.usage),
  };
}

function endOf(reason: ChatCompletion.Choice["finish_reason"], declined: boolean): Ending["end"] {
  if (declined) return "declined";
  if (reason === "content_filter") return "blocked";
  return reason === "stop" ? "complete" : "cut";
}

function usageOf(usage: CompletionUsage | undefined): Usage {
  return { inputTokens: tokenCount(usage?.prompt_tokens), outputTokens: tokenCount(usage?.completion_tokens) };
}
