import type { ServiceImpl } from "@connectrpc/connect";
import type { RewriterService } from "@parley/contracts/rewriter";
import { askAi, askAiStream } from "./calls/ask-ai.ts";
import type { Context } from "./context.ts";
import { countRemoval } from "./erasure/erasers.ts";
import { listUsage } from "./usage/list-usage.ts";

/** All RPCs: one without a handler does not compile. */
export function handlers(context: Context): ServiceImpl<typeof RewriterService> {
  return {
    askAi: askAi(context),
    askAiStream: askAiStream(context),
    countRemoval: countRemoval(context),
    listUsage: listUsage(context),
  };
}
