import type { Dialect, End } from "./dialect.ts";

const finish = { complete: "stop", cut: "length", blocked: "content_filter", declined: "stop" } as const satisfies Record<End, string>;
const usage = { prompt_tokens: 9, completion_tokens: 7, total_tokens: 16 };
const about = {
  id: "chatcmpl-9f2",
  created: 1_795_228_800,
  model: "gpt-4o-2024-08-06",
  system_fingerprint: "fp_1",
  service_tier: "default",
};
const types: Readonly<Record<number, readonly [type: string, code: string | null]>> = {
  400: ["invalid_request_error", null],
  401: ["invalid_request_error", "invalid_api_key"],
  403: ["invalid_request_error", "model_not_found"],
  404: ["invalid_request_error", "model_not_found"],
  429: ["requests", "rate_limit_exceeded"],
};

const frame = (data: object | string) => `data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;

export const openAiDialect: Dialect = {
  provider: "openai",
  title: "OpenAI",
  model: "gpt-4o",
  reads: (path) => path === "/v1/chat/completions",
  asksForStream: ({ body }) => body.stream === true,
  keyOf: ({ headers }) => String(headers.authorization).replace("Bearer ", ""),
  askedOf: ({ body: { model, messages } }) => ({
    model,
    prompt: messages.find(({ role }: { role: string }) => role === "system")?.content,
    text: messages.find(({ role }: { role: string }) => role === "user")?.content,
  }),
  boundOf: ({ body }) => body.max_completion_tokens,
  answer: (text, end) => {
    const refusal = end === "declined" ? "I'm sorry, I can't help with that." : null;
    const message = { role: "assistant", content: refusal === null ? text : null, refusal, annotations: [] };
    return { ...about, object: "chat.completion", choices: [{ index: 0, message, logprobs: null, finish_reason: finish[end] }], usage };
  },
  frames: (pieces, end) => {
    const chunk = (delta: object, reason: string | null = null) =>
      frame({
        ...about,
        object: "chat.completion.chunk",
        choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
        usage: null,
      });
    return [
      chunk({ role: "assistant", content: "", refusal: null }),
      ...pieces.map((content) => chunk({ content })),
      ...(end === "declined" ? [chunk({ refusal: "I'm sorry, I can't help with that." })] : []),
      ...(end === undefined
        ? []
        : [chunk({}, finish[end]), frame({ ...about, object: "chat.completion.chunk", choices: [], usage }), frame("[DONE]")]),
    ];
  },
  failureFrame: (message) => frame({ error: { message, type: "server_error", param: null, code: null } }),
  refusal: (status, message) => {
    const [type, code] = types[status] ?? ["server_error", null];
    return { error: { message, type, param: null, code } };
  },
};
