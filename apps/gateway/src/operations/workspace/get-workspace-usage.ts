import { type UsageDay, WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { type FieldRule, withRules } from "../field-rules.ts";
import { day, id, paging, wholeNumber } from "../fields.ts";
import { operation } from "../operation.ts";
import { exampleIds } from "./examples.ts";

const usageOfDay = z.object({
  day: day().meta({ description: "In UTC." }),
  apiKey: z.string().meta({ description: "Also one that has been deleted since." }),
  requests: wholeNumber().meta({ description: "Requests with a token of the API key, not counting the console's." }),
  failed: wholeNumber().meta({ description: "Those of them that were answered with a status of 500 or more." }),
  refused: wholeNumber().meta({ description: "Those of them that were answered with a status of 400 to 499." }),
  comments: wholeNumber().meta({ description: "Comments that were added." }),
  users: wholeNumber().meta({ description: "Users who commented, reacted, changed a thread or recorded, each once." }),
  mails: wholeNumber().meta({ description: "E-mails that a provider accepted." }),
  deliveries: wholeNumber().meta({ description: "Webhook deliveries that an endpoint accepted." }),
  streamsSeconds: wholeNumber().meta({ description: "For how long streams of changes were open, added up." }),
  inputTokens: wholeNumber().meta({ description: "Tokens that AI models read, as `/v2/rewriter/usage/get` has them." }),
  outputTokens: wholeNumber().meta({ description: "Tokens that AI models wrote." }),
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
  summary: "Read what the API keys of the workspace used, by day and key, oldest day first.",
  description: [
    "`from` and `to` are inclusive. Days on which a key used nothing are left out, and so are those of more than 400 days ago. With `apiKey` only that key's; without, those of all keys, deleted ones too: of them the numbers stay.",
    "Requests are counted by every gateway and reported every ten seconds, as what services count is, so the latest figures still grow. A process that is killed loses what it counted since its last report, and nothing is counted twice.",
  ].join("\n\n"),
  rpc: WorkspaceService.method.listUsage,
  request: withRules(
    z.strictObject({
      from: day().meta({ description: "The first day, in UTC." }),
      to: day().meta({ description: "The last day, in UTC." }),
      apiKey: id().optional().meta({ description: "Only what this API key used." }),
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
