import type OpenAI from "openai";
import type { ChatCompletion, ChatCompletionCreateParamsNonStreaming, ChatCompletionMessageParam, CompletionUsage } from "openai/resources";
import { MalformedResponse, refuseErrorAnswer } from "./error-answer.ts";
import { currentExchange } from "./exchange.ts";
import { KeyedClients } from "./keyed-clients.ts";
import { answersToResponses, completeByResponses, streamByResponses } from "./openai-responses.ts";
import {
  type Ask,
  asStream,
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
import { textIn } from "./text-in.ts";

// These models cannot write longer texts, and refuse a higher limit.
const oldModel = /^(gpt-3\.5|gpt-4($|-)|gpt-4o-2024-05-13)/;
const oldModelMaxTokens = 4_096;

/** OpenAI's Chat Completions API, and its Responses API for the models that have no other. */
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
      if (answersToResponses(ask.model)) return completeByResponses(client, ask, { maxTokens, signal });
      return completionOf(await client.chat.completions.create(requestOf(ask, maxTokens), { signal }));
    },
    async *stream(apiKey, ask, signal) {
      const client = await clients.of(apiKey);
      if (answersToResponses(ask.model)) yield* streamByResponses(client, ask, { maxTokens, signal });
      else yield* pieces(client, requestOf(ask, maxTokens), signal);
    },
  };
}

async function* pieces(
  client: OpenAI,
  request: ChatCompletionCreateParamsNonStreaming,
  signal: AbortSignal,
): AsyncIterable<string | Ending> {
  const exchange = currentExchange();
  const body = { ...request, stream: true, stream_options: { include_usage: true } } as const;
  let usage = noUsage;
  let end: Ending["end"];
  let declined = false;
  for await (const chunk of await client.chat.completions.create(body, { signal })) {
    if (chunk.usage) usage = usageOf(chunk.usage);
    const choice = firstOf(chunk.choices);
    if (choice?.delta?.refusal) declined = true;
    const text = textIn(choice?.delta?.content);
    if (text !== "") yield text;
    if (choice?.finish_reason) end = endOf(choice.finish_reason, declined);
  }
  // Some servers end a stream without a reason, as they end a whole answer without one.
  if (exchange.whole !== undefined) yield* asStream(completionOf(JSON.parse(exchange.whole)));
  else yield { end: end ?? (exchange.saidDone ? "complete" : undefined), usage };
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
  refuseErrorAnswer(answer);
  const choice = firstOf(answer?.choices);
  if (choice?.message === undefined) throw new MalformedResponse();
  const { content, refusal } = choice.message;
  return {
    text: textIn(content),
    end: choice.finish_reason ? endOf(choice.finish_reason, Boolean(refusal)) : "complete",
    usage: usageOf(answer?.usage),
  };
}

// The choices of an answer may come in any order.
function firstOf<Choice extends { readonly index: number }>(choices: readonly Choice[] | undefined): Choice | undefined {
  return choices?.find(({ index = 0 }) => index === 0);
}

// The last three are the words of other servers.
const completeReasons = ["stop", "eos", "eos_token", "end_turn"];

function endOf(reason: string, declined: boolean): Ending["end"] {
  if (declined) return "declined";
  if (reason === "content_filter") return "blocked";
  if (reason === "length") return "cut";
  return completeReasons.includes(reason) ? "complete" : { other: reason };
}

function usageOf(usage: CompletionUsage | undefined): Usage {
  return { inputTokens: tokenCount(usage?.prompt_tokens), outputTokens: tokenCount(usage?.completion_tokens) };
}
