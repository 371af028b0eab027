import { UsersService } from "@parley/contracts/users";
import * as z from "zod";
import { id, pageToken } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { fromRemoval, storedRemoval } from "./removal-fields.ts";

export const getRemovals = operation({
  path: "/v2/workspace/removals/get",
  sdk: "removals.list",
  auth: "apiKey",
  role: "read",
  summary: "List removals.",
  description: described(
    "Returns the removals of users, organizations, folders, documents and locations, newest first. A removal is the job behind a deletion: data is hidden when the deletion returns, and then removed from every service, task by task.",
    "Complete removals are listed for 90 days. The deletion of the API key itself is not listed.",
    "A page has 25 removals by default.",
  ),
  rpc: UsersService.method.listRemovals,
  request: z.strictObject({
    jobId: id().optional().meta({ description: "Only this removal." }),
    openOnly: z.boolean().optional().meta({ description: "Only running or paused removals." }),
    pageSize: z.number().int().min(1).max(100).optional().meta(texts.pageSize),
    pageToken: pageToken().meta(texts.pageToken),
  }),
  response: z.array(storedRemoval()),
  message: "Removals retrieved.",
  paged: true,
  example: { request: { jobId: "4yV0xuQd8tKc1pZrWn7JmE", pageSize: 50 }, response: [] },
  toRpc: ({ jobId = "", openOnly = false, pageSize = 0, pageToken = "" }, { apiKeyId }) => ({
    apiKeyId,
    jobId,
    openOnly,
    pageSize,
    pageToken,
  }),
  fromRpc: ({ removals }) => removals.map(fromRemoval),
});
