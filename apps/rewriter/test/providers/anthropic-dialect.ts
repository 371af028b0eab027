import type { Dialect, End } from "./dialect.ts";

const stopReason = {
  complete: "end_turn",
  cut: "max_tokens",
  blocked: "refusal",
  declined: "refusal",
} as const satisfies Record<End, string>;
const about = { id: "msg_01XFDUDYJgAACzvnptvVoYEL", type: "message", role: "assistant", model: "claude-sonnet-5-5" };
const types: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  529: "overloaded_error",
};

const frame = (data: { readonly type: string }) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

const endOf = (end: End) => [
  frame({ type: "content_block_stop", index: 0 } as never),
  frame({ type: "message_delta", delta: { stop_reason: stopReason[end], stop_sequence: null }, usage: { output_tokens: 7 } } as never),
  frame({ type: "message_stop" }),
];

export const anthropicDialect: Dialect = {
  provider: "anthropic",
  title: "Anthropic",
  model: "claude-sonnet-5-5",
  reads: (path) => path === "/v1/messages",
  asksForStream: ({ body }) => body.stream === true,
  keyOf: ({ headers }) => String(headers.authorization).replace("Bearer ", ""),
  askedOf: ({ body: { model, system, messages } }) => ({ model, prompt: system, text: messages[0].content }),
  boundOf: ({ body }) => body.max_tokens,
  answer: (text, end) => ({
    ...about,
    content: text === "" || end === "declined" ? [] : [{ type: "text", text }],
    stop_reason: stopReason[end],
    stop_sequence: null,
    usage: { input_tokens: 9, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 7, service_tier: "standard" },
  }),
  frames: (pieces, end) => [
    frame({
      type: "message_start",
      message: { ...about, content: [], stop_reason: null, stop_sequence: null, usage: { input_tokens: 9, output_tokens: 1 } },
    } as never),
    frame({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } } as never),
    frame({ type: "ping" }),
    ...pieces.map((text) => frame({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } } as never)),
    ...(end === undefined ? [] : endOf(end)),
  ],
  failureFrame: (message) => frame({ type: "error", error: { type: "overloaded_error", message } } as never),
  refusal: (status, message) => ({
    type: "error",
    error: { type: types[status] ?? "api_error", message },
    request_id: "req_011CSHoEeqs5C35K2UUqR7Fy",
  }),
};
