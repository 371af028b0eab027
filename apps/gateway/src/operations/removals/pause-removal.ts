import { UsersService } from "@parley/contracts/users";
import * as z from "zod";
import { id } from "../fields.ts";
import { operation } from "../operation.ts";

export const pauseRemoval = operation({
  path: "/v2/workspace/removals/pause",
  sdk: "removals.pause",
  auth: "apiKey",
  role: "administrate",
  summary: "Pause a removal.",
  description:
    "Every service stops within a few seconds and stays so, also across restarts, until the removal is resumed. What was hidden stays hidden, and nothing written before the removal comes back meanwhile. A removal that is paused or complete already is a success.",
  rpc: UsersService.method.setRemovalPaused,
  request: z.strictObject({ jobId: id() }),
  message: ({ completed }) => (completed ? "Removal is complete already." : "Removal paused."),
  example: { request: { jobId: "job_4yV0xuQd8tKc1pZrWn7JmE" }, response: null },
  toRpc: ({ jobId }, { apiKeyId }) => ({ apiKeyId, jobId, paused: true }),
});
