import { UsersService } from "@parley/contracts/users";
import * as z from "zod";
import { id } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";

export const resumeRemoval = operation({
  path: "/v2/workspace/removals/resume",
  sdk: "removals.resume",
  auth: "apiKey",
  role: "administrate",
  summary: "Resume a paused removal.",
  description:
    "Every service continues within a few seconds where it stopped. Resuming a removal that is not paused, or is complete, succeeds.",
  rpc: UsersService.method.setRemovalPaused,
  request: z.strictObject({ jobId: id().meta(texts.jobId) }),
  message: ({ completed }) => (completed ? "Removal is complete already." : "Removal resumed."),
  example: { request: { jobId: "job_4yV0xuQd8tKc1pZrWn7JmE" }, response: null },
  toRpc: ({ jobId }, { apiKeyId }) => ({ apiKeyId, jobId, paused: false }),
});
