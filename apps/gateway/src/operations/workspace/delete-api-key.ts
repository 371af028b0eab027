import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { dryRun, dryRunNote } from "../dry-run.ts";
import { id, wholeNumber } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { exampleIds } from "./examples.ts";

export const deleteApiKey = operation({
  path: "/v2/workspace/apikey/delete",
  sdk: "apiKeys.delete",
  auth: "workspace",
  role: "administrate",
  summary: "Delete an API key with its data.",
  description: described(
    "Its tokens stop working within 5 seconds at every gateway, its webhooks stop, and it is no longer listed. A job removes its users, organizations, comments, notifications, logs and settings from every service; this cannot be undone. Fails with NOT_FOUND if the key does not exist.",
    dryRunNote,
  ),
  rpc: WorkspaceService.method.deleteApiKey,
  request: z.strictObject({ apiKey: id().meta(texts.apiKey), dryRun: dryRun() }),
  response: z.object({
    jobId: z.string().meta(texts.jobId),
    tasksCount: wholeNumber().meta({ description: "Number of tasks of the job." }),
  }),
  message: "API key deleted; its data is being removed.",
  successStatus: 202,
  example: { request: { apiKey: exampleIds.spareApiKey }, response: { jobId: "job_4mQ8sVd2Lw9XbT1kZy6RfC", tasksCount: 40 } },
  removes: ({ apiKey }, { workspaceId }) => ({ apiKeyId: apiKey, workspaceId, scope: { kind: "apiKey" } }),
  toRpc: ({ apiKey }, { workspaceId }) => ({ workspaceId, apiKeyId: apiKey }),
  fromRpc: ({ jobId, tasksCount }) => ({ jobId, tasksCount }),
});
