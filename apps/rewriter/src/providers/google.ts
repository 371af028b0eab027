import type { GenerateContentResponse, GenerativeModel, UsageMetadata } from "@google/generative-ai";
import { KeyedClients } from "./keyed-clients.ts";
import { MalformedResponse } from "./malformed-response.ts";
import {
  type Ask,
  type Completion,
  type Ending,
  noUsage,
  type Provider,
  type ProviderOptions,
  tokenCount,
  type Usage,
} from "./provider.ts";
import { withGlobalFetch } from "./scoped-fetch.ts";

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
  const modelOf = async (apiKey: string, { model, prompt }: Ask): Promise<GenerativeModel> =>
    (await clients.of(apiKey)).getGenerativeModel(
      { model, systemInstruction: prompt, generationConfig: { maxOutputTokens: boundOf(model) } },
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
      const model = await modelOf(apiKey, ask);
      const { stream, response } = await withGlobalFetch(fetch, () => model.generateContentStream(requestOf(ask), { signal }));
      // `response` is a second promise of the same response, which nobody awaits. When it fails, the stream fails too.
      response.catch(() => undefined);
      yield* pieces(stream);
    },
  };
}

async function* pieces(stream: AsyncIterable<GenerateContentResponse>): AsyncIterable<string | Ending> {
  let usage = noUsage;
  let end: Ending["end"];
  for await (const part of stream) {
    if ("error" in part) throw part;
    if (part.usageMetadata !== undefined) usage = usageOf(part);
    const text = textOf(part);
    if (text !== "") yield text;
    end = endOf(part) ?? end;
  }
  yield { end, usage };
}

function requestOf({ text }: Ask) {
  return { contents: [{ role: "user", parts: [{ text }] }] };
}

// The response may contain anything, whatever the types say: another server can be configured by its base URL.
function completionOf(response: GenerateContentResponse): Completion {
  const { candidates, promptFeedback } = response;
  if (candidates?.[0] === undefined && promptFeedback === undefined) throw new MalformedResponse();
  return { text: textOf(response), end: endOf(response) ?? "complete", usage: usageOf(response) };
}

// The SDK's own `text()` includes thoughts, and throws and logs to the console for endings that are not errors here.
function textOf({ candidates }: GenerateContentResponse): string {
  const parts = candidates?.[0]?.content?.parts ?? [];
  return parts.map((part) => ("thought" in part && part.thought ? "" : (part.text ?? ""))).join("");
}

function endOf({ candidates, promptFeedback }: GenerateContentResponse): Ending["end"] {
  if (promptFeedback?.blockReason) return "blocked";
  switch (candidates?.[0]?.finishReason as string | undefined) {
    case undefined:
      return undefined;
    case "STOP":
      return "complete";
    case "SAFETY":
    case "RECITATION":
    case "LANGUAGE":
    case "BLOCKLIST":
    case "PROHIBITED_CONTENT":
    case "SPII":
      return "blocked";
    default:
      return "cut";
  }
}

// Thoughts are billed like any other output; the SDK predates them.
interface Thoughts {
  readonly thoughtsTokenCount?: number;
}

function usageOf({ usageMetadata }: GenerateContentResponse): Usage {
  const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount } = (usageMetadata ?? {}) as Partial<UsageMetadata> & Thoughts;
  return { inputTokens: tokenCount(promptTokenCount), outputTokens: tokenCount(candidatesTokenCount) + tokenCount(thoughtsTokenCount) };
}
