import type { GenerateContentResponse, GenerativeModel, UsageMetadata } from "@google/generative-ai";
import { MalformedResponse, refuseErrorAnswer } from "./error-answer.ts";
import { currentExchange, type Exchange } from "./exchange.ts";
import { KeyedClients } from "./keyed-clients.ts";
import {
  type Ask,
  asStream,
  type Completion,
  type Ending,
  joined,
  noUsage,
  type Provider,
  type ProviderOptions,
  tokenCount,
  type Usage,
} from "./provider.ts";
import { withGlobalFetch } from "./scoped-fetch.ts";
import { textIn } from "./text-in.ts";

// These models cannot write longer texts.
const oldModel = /^gemini-(1|2\.0)/;
const oldModelMaxTokens = 8_192;

/**
 * Google's Gemini. Its SDK accepts no `fetch`, drops the headers of error responses and limits no response, so it runs with the provider's
 * own `fetch`. The SDK is used only in this file: its successor is another package.
 */
export function googleProvider({ baseUrl, fetch, maxTokens }: ProviderOptions): Provider {
  const clients = new KeyedClients(
    () => import("@google/generative-ai"),
    (sdk, apiKey) => new sdk.GoogleGenerativeAI(apiKey),
  );
  const modelOf = async (apiKey: string, { model, prompt, reasoning }: Ask): Promise<GenerativeModel> =>
    (await clients.of(apiKey)).getGenerativeModel(
      { model, ...(reasoning ? {} : { systemInstruction: prompt }), generationConfig: { maxOutputTokens: boundOf(model) } },
      { baseUrl },
    );
  const boundOf = (model: string) => (oldModel.test(model) ? Math.min(maxTokens, oldModelMaxTokens) : maxTokens);
  return {
    async complete(apiKey, ask, signal) {
      const model = await modelOf(apiKey, ask);
      const { response } = await withGlobalFetch(fetch, () => model.generateContent(requestOf(ask), { signal }));
      return completionOf(response);
    },
    async *stream(apiKey, ask, signal) {
      const exchange = currentExchange();
      const model = await modelOf(apiKey, ask);
      const { stream, response } = await withGlobalFetch(fetch, () => model.generateContentStream(requestOf(ask), { signal }));
      // `response` is a second promise of the same response, which nobody awaits. When it fails, the stream fails too.
      response.catch(() => undefined);
      yield* pieces(stream, exchange);
    },
  };
}

async function* pieces(stream: AsyncIterable<GenerateContentResponse>, exchange: Exchange): AsyncIterable<string | Ending> {
  let usage = noUsage;
  let end: Ending["end"];
  for await (const part of stream) {
    refuseErrorAnswer(part);
    if (part.usageMetadata !== undefined) usage = usageOf(part);
    const text = textOf(part);
    if (text !== "") yield text;
    end = endOf(part) ?? end;
  }
  if (exchange.whole !== undefined) yield* asStream(completionOf(JSON.parse(exchange.whole)));
  else yield { end, usage };
}

function requestOf(ask: Ask) {
  return { contents: [{ role: "user", parts: [{ text: ask.reasoning ? joined(ask) : ask.text }] }] };
}

// The response may contain anything, whatever the types say: another server can be configured by its base URL.
function completionOf(response: GenerateContentResponse | null): Completion {
  refuseErrorAnswer(response);
  if (typeof response !== "object" || response === null) throw new MalformedResponse();
  const { candidates, promptFeedback } = response;
  if (candidates?.[0] === undefined && promptFeedback === undefined) throw new MalformedResponse();
  return { text: textOf(response), end: endOf(response) ?? "complete", usage: usageOf(response) };
}

// The SDK's own `text()` includes thoughts, and throws and logs to the console for endings that are not errors here.
function textOf({ candidates }: GenerateContentResponse): string {
  const parts = candidates?.[0]?.content?.parts ?? [];
  return textIn(parts.filter((part) => !("thought" in part && part.thought)));
}

function endOf({ candidates, promptFeedback }: GenerateContentResponse): Ending["end"] {
  if (promptFeedback?.blockReason) return "blocked";
  const reason: string | undefined = candidates?.[0]?.finishReason;
  if (!reason) return undefined;
  if (reason === "STOP") return "complete";
  if (reason === "MAX_TOKENS") return "cut";
  return blockedReasons.includes(reason) ? "blocked" : { other: reason };
}

const blockedReasons = [
  ...["SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII"],
  ...["IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION"],
];

// Thoughts are billed like any other output; the SDK predates them.
interface Thoughts {
  readonly thoughtsTokenCount?: number;
}

function usageOf({ usageMetadata }: GenerateContentResponse): Usage {
  const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount } = (usageMetadata ?? {}) as Partial<UsageMetadata> & Thoughts;
  return { inputTokens: tokenCount(promptTokenCount), outputTokens: tokenCount(candidatesTokenCount) + tokenCount(thoughtsTokenCount) };
}
