import type { Dialect, End } from "./dialect.ts";

const finish = { complete: "STOP", cut: "MAX_TOKENS", blocked: "SAFETY", declined: "PROHIBITED_CONTENT" } as const satisfies Record<
  End,
  string
>;
const statuses: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
};
const usageMetadata = { promptTokenCount: 9, candidatesTokenCount: 7, totalTokenCount: 16 };
const about = { usageMetadata, modelVersion: "gemini-2.5-flash", responseId: "mAitaLmkHPPlz7IPvtfUqQ4" };

function part(text: string, end?: End): object {
  const content = { parts: text === "" ? [] : [{ text: "Let me think.", thought: true }, { text }], role: "model" };
  return { candidates: [{ content, ...(end === undefined ? {} : { finishReason: finish[end] }), index: 0 }], ...about };
}

const frame = (data: object) => `data: ${JSON.stringify(data)}\r\n\r\n`;

export const googleDialect: Dialect = {
  provider: "gemini",
  title: "Gemini",
  model: "gemini-2.5-flash",
  reads: (path) => path.startsWith("/v1beta/models/"),
  asksForStream: ({ path }) => path.endsWith(":streamGenerateContent?alt=sse"),
  keyOf: ({ headers }) => headers["x-goog-api-key"],
  askedOf: ({ path, body }) => ({
    model: /^\/v1beta\/models\/([^:]+):/.exec(path)?.[1],
    prompt: body.systemInstruction?.parts[0].text,
    text: body.contents[0].parts[0].text,
  }),
  boundOf: ({ body }) => body.generationConfig?.maxOutputTokens,
  answer: (text, end) =>
    end === "blocked" ? { promptFeedback: { blockReason: "SAFETY" }, ...about } : part(end === "declined" ? "" : text, end),
  frames: (pieces, end) => [...pieces.map((text) => frame(part(text))), ...(end === undefined ? [] : [frame(part("", end))])],
  failureFrame: (message) => frame({ error: { code: 503, message, status: "UNAVAILABLE" } }),
  refusal: (status, message) => ({ error: { code: status, message, status: statuses[status] ?? "UNKNOWN" } }),
};
