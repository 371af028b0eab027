import type OpenAI from "openai";
import type { Response, ResponseCreateParamsNonStreaming, ResponseStreamEvent } from "openai/resources/responses/responses";
import { ErrorAnswer, MalformedResponse, refuseErrorAnswer } from "./error-answer.ts";
import { currentExchange } from "./exchange.ts";
import { type Ask, asStream, type Completion, type Ending, joined, tokenCount } from "./provider.ts";
import { textIn } from "./text-in.ts";

interface Bounds {
  readonly maxTokens: number;
  readonly signal: AbortSignal;
}

// The beginnings of the names that OpenAI's SDK lists for this API and not for chat completions.
const onlyHere = [
  ...["o1-pro", "o3-pro", "o3-deep-research", "o4-mini-deep-research", "computer-use-preview"],
  ...["gpt-5-pro", "gpt-5.5-pro", "gpt-5-codex", "gpt-5.1-codex-max", "gpt-5.6-cyber", "gpt-6-cyber"],
  ...["gpt-daybreak-", "gpt-rosalind-", "gpt-6-rosalind"],
];

/** Whether a model has OpenAI's Responses API only. */
export function answersToResponses(model: string): boolean {
  return onlyHere.some((name) => model.startsWith(name));
}

/** The whole answer by OpenAI's Responses API. */
export async function completeByResponses(client: OpenAI, ask: Ask, { maxTokens, signal }: Bounds): Promise<Completion> {
  return completionOf(await client.responses.create(requestOf(ask, maxTokens), { signal }));
}

/** The pieces of an answer by OpenAI's Responses API, and its ending. */
export async function* streamByResponses(client: OpenAI, ask: Ask, { maxTokens, signal }: Bounds): AsyncIterable<string | Ending> {
  const exchange = currentExchange();
  let last: Response | undefined;
  for await (const event of await client.responses.create({ ...requestOf(ask, maxTokens), stream: true }, { signal })) {
    const text = event.type === "response.output_text.delta" ? textIn(event.delta) : "";
    if (text !== "") yield text;
    last = lastOf(event) ?? last;
  }
  if (exchange.whole !== undefined) yield* asStream(completionOf(JSON.parse(exchange.whole)));
  else yield last === undefined ? { end: undefined, usage: { inputTokens: 0, outputTokens: 0 } } : endingOf(last);
}

function lastOf(event: ResponseStreamEvent): Response | undefined {
  switch (event.type) {
    case "error":
      throw new ErrorAnswer(event);
    case "response.failed":
      throw new ErrorAnswer(event.response?.error ?? {});
    case "response.completed":
    case "response.incomplete":
      return event.response;
    default:
      return undefined;
  }
}

// OpenAI keeps what is asked here unless it is told not to.
function requestOf(ask: Ask, maxTokens: number): ResponseCreateParamsNonStreaming {
  const asked = ask.reasoning ? { input: joined(ask) } : { instructions: ask.prompt, input: ask.text };
  return { model: ask.model, ...asked, max_output_tokens: maxTokens, store: false };
}

// The response may contain anything, whatever the types say: another server can be configured by its base URL.
function completionOf(response: Response | undefined): Completion {
  refuseErrorAnswer(response);
  if (!Array.isArray(response?.output)) throw new MalformedResponse();
  return { text: response.output.map((item) => (item?.type === "message" ? textIn(item.content) : "")).join(""), ...endingOf(response) };
}

function endingOf({ status, incomplete_details: incomplete, output, usage }: Response): Ending {
  const counted = { inputTokens: tokenCount(usage?.input_tokens), outputTokens: tokenCount(usage?.output_tokens) };
  const reason = status === "completed" || status === undefined ? undefined : (incomplete?.reason ?? status);
  if (reason === "content_filter") return { end: "blocked", usage: counted };
  if (reason === "max_output_tokens") return { end: "cut", usage: counted };
  if (reason !== undefined) return { end: { other: reason }, usage: counted };
  return { end: refuses(output) ? "declined" : "complete", usage: counted };
}

function refuses(output: Response["output"] | undefined): boolean {
  return (output ?? []).some((item) => item?.type === "message" && item.content.some((part) => part?.type === "refusal"));
}
