import { UsersService } from "@parley/contracts/users";
import * as z from "zod";
import { id } from "../fields.ts";
import { operation } from "../operation.ts";
import { texts } from "../texts.ts";

export const pauseRemoval = operation({
  path: "/v2/workspace/removals/pause",
  sdk: "removals.pause",
  auth: "apiKey",
  role: "administrate",
  summary: "Pause a removal.",
  description:
    "Stops the removal in every service within a few seconds, until it is resumed, even across restarts. Hidden data stays hidden. Pausing a removal that is already paused or complete succeeds.",
  rpc: UsersService.method.setRemovalPaused,
  request: z.strictObject({ jobId: id().meta(texts.jobId) }),
  message: ({ completed }) => (completed ? "Removal is complete already." : "Removal paused."),
  example: { request: { jobId: "job_4yV0xuQd8tKc1pZrWn7JmE" }, response: null },
  toRpc: ({ jobId }, { apiKeyId }) => ({ apiKeyId, jobId, paused: true }),
});
