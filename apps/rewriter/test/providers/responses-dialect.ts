import type { Dialect, End } from "./dialect.ts";
import { openAiDialect } from "./openai-dialect.ts";

const about = { id: "resp_1", object: "response", model: "gpt-5-pro", error: null };
const usage = { input_tokens: 9, input_tokens_details: { cached_tokens: 0 }, output_tokens: 7, total_tokens: 16 };
const incomplete: Readonly<Partial<Record<End, string>>> = { cut: "max_output_tokens", blocked: "content_filter" };

function answer(text: string, end: End): object {
  const part =
    end === "declined" ? { type: "refusal", refusal: "I can't help with that." } : { type: "output_text", text, annotations: [] };
  const message = { type: "message", id: "msg_1", role: "assistant", status: "completed", content: text === "" ? [] : [part] };
  const reason = incomplete[end];
  return {
    ...about,
    status: reason === undefined ? "completed" : "incomplete",
    incomplete_details: reason === undefined ? null : { reason },
    output: [{ type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Let me think." }] }, message],
    usage,
  };
}

const frame = (data: { readonly type: string }) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

/** OpenAI's Responses API. */
export const responsesDialect: Dialect = {
  ...openAiDialect,
  model: "gpt-5-pro",
  reads: (path) => path === "/v1/responses",
  askedOf: ({ body: { model, instructions, input } }) => ({ model, prompt: instructions, text: input }),
  boundOf: ({ body }) => body.max_output_tokens,
  answer,
  frames: (pieces, end) => [
    frame({ type: "response.created", response: { ...about, status: "in_progress", output: [] } } as never),
    ...pieces.map((delta) =>
      frame({ type: "response.output_text.delta", item_id: "msg_1", output_index: 1, content_index: 0, delta } as never),
    ),
    ...(end === undefined
      ? []
      : [frame({ type: incomplete[end] ? "response.incomplete" : "response.completed", response: answer(pieces.join(""), end) } as never)]),
  ],
  failureFrame: (message) =>
    frame({ type: "response.failed", response: { ...about, status: "failed", error: { code: "server_error", message } } } as never),
};
