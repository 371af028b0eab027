import type { ServiceImpl } from "@connectrpc/connect";
import type { RewriterService } from "@parley/contracts/rewriter";
import { askAi } from "./calls/ask-ai.ts";
import { askAiStream } from "./calls/ask-ai-stream.ts";
import type { Context } from "./context.ts";
import { countRemoval } from "./erasure/count-removal.ts";
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
