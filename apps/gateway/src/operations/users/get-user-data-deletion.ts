import { UsersService } from "@parley/contracts/users";
import * as z from "zod";
import { id, timestampMs } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";

export const getUserDataDeletion = operation({
  path: "/v1/users/data/delete/status",
  sdk: "users.getDataDeletion",
  auth: "apiKey",
  role: "read",
  summary: "Get the progress of a user data deletion.",
  description: "`tasksLeft` never rises. `lastTaskCompletedTime` is 0 until a task is complete.",
  rpc: UsersService.method.getUserDataDeletion,
  request: z.strictObject({ jobId: id().meta(texts.jobId) }),
  response: z.object({
    isDeleteCompleted: z.boolean().meta({ description: "Whether the removal is complete." }),
    tasksLeft: z.int().min(0).meta({ description: "Number of tasks left; never rises." }),
    lastTaskCompletedTime: timestampMs().meta({
      description: "When the last task was completed, in milliseconds since the epoch; 0 before the first.",
    }),
  }),
  message: "Deletion status retrieved.",
  errorCode: "number",
  example: {
    request: { jobId: "job_4yV0xuQd8tKc1pZrWn7JmE" },
    response: { isDeleteCompleted: false, tasksLeft: 12, lastTaskCompletedTime: 1_767_225_600_000 },
  },
  toRpc: ({ jobId }, { apiKeyId }) => ({ apiKeyId, jobId }),
  fromRpc: ({ completed, tasksLeft, lastTaskCompletedAtMs }) => ({
    isDeleteCompleted: completed,
    tasksLeft,
    lastTaskCompletedTime: Number(lastTaskCompletedAtMs),
  }),
});
