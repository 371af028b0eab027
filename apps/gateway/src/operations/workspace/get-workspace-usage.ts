import { type UsageDay, UsageService } from "@parley/contracts/workspace";
import * as z from "zod";
import { type FieldRule, withRules } from "../field-rules.ts";
import { day, id, paging, wholeNumber } from "../fields.ts";
import { operation } from "../operation.ts";
import { described } from "../texts.ts";
import { exampleIds } from "./examples.ts";

const usageOfDay = z.object({
  day: day().meta({ description: "In UTC." }),
  apiKey: z.string().meta({ description: "The API key, possibly deleted since." }),
  requests: wholeNumber().meta({ description: "Requests with a token of the API key, not counting the console's." }),
  failed: wholeNumber().meta({ description: "Requests answered with a status of 500 or more." }),
  refused: wholeNumber().meta({ description: "Requests answered with a status of 400 to 499." }),
  comments: wholeNumber().meta({ description: "Comments that were added." }),
  users: wholeNumber().meta({ description: "Users who commented, reacted, changed a thread or recorded, each once." }),
  mails: wholeNumber().meta({ description: "E-mails that a provider accepted." }),
  deliveries: wholeNumber().meta({ description: "Webhook deliveries that an endpoint accepted." }),
  streamsSeconds: wholeNumber().meta({ description: "Total time for which streams of changes were open, in seconds." }),
  inputTokens: wholeNumber().meta({ description: "Input tokens of AI models, as in `/v2/rewriter/usage/get`." }),
  outputTokens: wholeNumber().meta({ description: "Output tokens of AI models." }),
});

const inOrder: FieldRule<"from" | "to"> = {
  field: "from",
  problem: "must not be after `to`",
  holds: ({ from, to }) => typeof from !== "string" || typeof to !== "string" || from <= to,
  schemas: [],
  fields: ["from", "to"],
};

export const getWorkspaceUsage = operation({
  path: "/v2/workspace/usage/get",
  sdk: "apiKeys.listUsage",
  auth: "workspace",
  role: "read",
  summary: "Get usage by day and API key.",
  description: described(
    "Returns the usage of the workspace's API keys, oldest day first. `from` and `to` are inclusive. With `apiKey` only that key's usage is returned, else that of all keys, including deleted ones.",
    "Days without usage are left out, and so are days more than 400 days ago.",
    "Gateways and services report their counts every ten seconds, so the latest figures still grow.",
    "A process that is killed loses its counts since the last report; nothing is counted twice.",
  ),
  rpc: UsageService.method.listUsage,
  request: withRules(
    z.strictObject({
      from: day().meta({ description: "The first day, in UTC." }),
      to: day().meta({ description: "The last day, in UTC." }),
      apiKey: id().optional().meta({ description: "Only the usage of this API key." }),
      ...paging,
    }),
    inOrder,
  ),
  response: z.array(usageOfDay),
  message: "Usage retrieved.",
  paged: true,
  example: {
    request: { from: "2026-11-01", to: "2026-11-30" },
    response: [
      {
        day: "2026-11-21",
        apiKey: exampleIds.apiKey,
        requests: 48_210,
        failed: 0,
        refused: 37,
        comments: 1_904,
        users: 212,
        mails: 655,
        deliveries: 1_880,
        streamsSeconds: 86_400,
        inputTokens: 48_000,
        outputTokens: 31_500,
      },
    ],
  },
  toRpc: ({ from, to, apiKey = "", pageSize = 100, pageToken = "" }, { workspaceId }) => ({
    workspaceId,
    fromMs: BigInt(Date.parse(from)),
    toMs: BigInt(Date.parse(to)),
    apiKeyId: apiKey,
    pageSize,
    pageToken,
  }),
  fromRpc: ({ days }) => days.map(fromUsageDay),
});

function fromUsageDay({ usage, users }: UsageDay): z.output<typeof usageOfDay> {
  if (usage === undefined) throw new Error("A day of usage came without its counts.");
  return {
    day: new Date(Number(usage.dayMs)).toISOString().slice(0, 10),
    apiKey: usage.apiKeyId,
    requests: Number(usage.requests),
    failed: Number(usage.failed),
    refused: Number(usage.refused),
    comments: Number(usage.comments),
    users: Number(users),
    mails: Number(usage.mails),
    deliveries: Number(usage.deliveries),
    streamsSeconds: Math.round(Number(usage.streamsMs) / 1_000),
    inputTokens: Number(usage.inputTokens),
    outputTokens: Number(usage.outputTokens),
  };
}
