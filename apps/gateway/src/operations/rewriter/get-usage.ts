import { type ModelUsage, RewriterService } from "@parley/contracts/rewriter";
import * as z from "zod";
import { day, paging, wholeNumber } from "../fields.ts";
import { operation } from "../operation.ts";
import { described } from "../texts.ts";

const modelUsage = z.object({
  day: day().meta({ description: "In UTC." }),
  model: z.string().meta({ description: "Name of the model; `other` sums up further models of a day with very many." }),
  provider: z.string().meta({ description: "The provider of the model." }),
  calls: wholeNumber().meta({ description: "Number of calls to the model." }),
  failedCalls: wholeNumber().meta({ description: "Calls that returned no text, or an incomplete one." }),
  inputTokens: wholeNumber().meta({ description: "Tokens of the requests, as the provider counted them." }),
  outputTokens: wholeNumber().meta({ description: "Tokens of the answers, as the provider counted them." }),
  averageLatencyMs: wholeNumber().meta({ description: "Average time of all calls including failed ones, with retries." }),
});

export const getUsage = operation({
  path: "/v2/rewriter/usage/get",
  sdk: "ai.listUsage",
  auth: "apiKey",
  role: "read",
  summary: "Get AI usage by day and model.",
  description: described(
    "Returns the usage of AI models, oldest day first. `fromDay` and `toDay` are inclusive and optional.",
    "Tokens are counted by the provider. A call that ended before the provider reported them counts one token for every four characters sent and received.",
  ),
  rpc: RewriterService.method.listUsage,
  request: z.strictObject({
    fromDay: day().optional().meta({ description: "The first day, in UTC." }),
    toDay: day().optional().meta({ description: "The last day, in UTC." }),
    ...paging,
  }),
  response: z.array(modelUsage),
  message: "Usage retrieved.",
  paged: true,
  example: {
    request: { fromDay: "2026-01-01" },
    response: [
      {
        day: "2026-11-21",
        model: "claude-sonnet-5-5",
        provider: "Anthropic",
        calls: 120,
        failedCalls: 2,
        inputTokens: 48_000,
        outputTokens: 31_500,
        averageLatencyMs: 1_840,
      },
    ],
  },
  toRpc: ({ fromDay = "", toDay = "", pageSize = 100, pageToken = "" }, { apiKeyId }) => ({
    apiKeyId,
    fromDay,
    toDay,
    pageSize,
    pageToken,
  }),
  fromRpc: ({ usage }) => usage.map(fromUsage),
});

function fromUsage({ day, model, provider, ...counts }: ModelUsage): z.output<typeof modelUsage> {
  return {
    day,
    model,
    provider,
    calls: Number(counts.calls),
    failedCalls: Number(counts.failedCalls),
    inputTokens: Number(counts.inputTokens),
    outputTokens: Number(counts.outputTokens),
    averageLatencyMs: counts.calls === 0n ? 0 : Math.round(Number(counts.totalLatencyMs) / Number(counts.calls)),
  };
}
