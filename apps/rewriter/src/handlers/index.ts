import type { ServiceImpl } from "@connectrpc/connect";
import type { RewriterService } from "@parley/contracts/rewriter";
import type { Context } from "../context.ts";
import { askAi } from "./ask-ai.ts";
import { askAiStream } from "./ask-ai-stream.ts";
import { listUsage } from "./list-usage.ts";

/** The whole service: an RPC without a handler does not compile. */
export function handlers(context: Context): ServiceImpl<typeof RewriterService> {
  return {
    askAi: askAi(context),
    askAiStream: askAiStream(context),
    listUsage: listUsage(context),
  };
}
