import type { Context, Handler } from "../context.ts";
import { ask } from "./ask.ts";
import { askAiResponse } from "./wire.ts";

export const askAi =
  (context: Context): Handler<"askAi"> =>
  async (request, { signal }) =>
    askAiResponse(await ask(context, request, signal));
