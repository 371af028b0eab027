import type { Context, Handler } from "../context.ts";
import { askStream } from "./ask-stream.ts";
import { askAiStreamResponse } from "./wire.ts";

export const askAiStream = (context: Context): Handler<"askAiStream"> =>
  async function* (request, { signal }) {
    for await (const piece of askStream(context, request, signal)) yield askAiStreamResponse(piece);
  };
