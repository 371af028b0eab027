import { type AskAiStreamResponse, RewriterService } from "@parley/contracts/rewriter";
import { streamOperation } from "../stream-operation.ts";
import type { StreamEvent } from "../stream-shape.ts";
import { described } from "../texts.ts";
import { answer, askRequest, askTimeoutMs, example, fromProblem, question, rules } from "./ask-ai-fields.ts";

export const askAiStream = streamOperation({
  path: "/v2/rewriter/ask-ai/stream",
  sdk: "ai.stream",
  auth: "apiKey",
  role: "act",
  summary: "Stream an AI model's answer.",
  description: described(
    'Sends a text with an instruction to an AI model and streams its answer as it is written: server-sent events `text` with `{"text": …}`, then `usage` with the tokens that the provider counted.',
    ...rules,
    'A failure after the first piece of text is a last event `error` with `{"error": …}` in place of `usage`; an earlier failure is returned as JSON.',
    "A stream takes no idempotency key.",
  ),
  rpc: RewriterService.method.askAiStream,
  request: question,
  response: answer,
  waits: true,
  timeoutMs: askTimeoutMs,
  example,
  toRpc: askRequest,
  stream: {
    instead: ({ event }) => (event.case === "problem" ? fromProblem(event.value) : undefined),
    events: ({ event }) => [eventOf(event)],
    example: [
      'event: text\ndata: {"text":"Hello, could you please "}\n\n',
      'event: text\ndata: {"text":"send me the report as soon as possible?"}\n\n',
      'event: usage\ndata: {"inputTokens":31,"outputTokens":14}\n\n',
    ].join(""),
  },
});

function eventOf(event: AskAiStreamResponse["event"]): StreamEvent {
  switch (event.case) {
    case "textDelta":
      return { event: "text", data: { text: event.value } };
    case "problem":
      return { event: "error", data: { error: event.value.message } };
    default:
      return { event: "usage", data: { inputTokens: event.value?.inputTokens ?? 0, outputTokens: event.value?.outputTokens ?? 0 } };
  }
}
