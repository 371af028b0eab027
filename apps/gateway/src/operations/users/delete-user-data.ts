import { UsersService } from "@parley/contracts/users";
import * as z from "zod";
import { dryRun, dryRunNote } from "../dry-run.ts";
import { ids } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";

export const deleteUserData = operation({
  path: "/v2/users/data/delete",
  sdk: "users.deleteData",
  auth: "apiKey",
  role: "administrate",
  summary: "Delete everything that identifies users.",
  description: described(
    "Removes the users' profiles, memberships, comments, reactions, recordings, records of the activity log, notifications that they caused or received, and notification settings. Other users' content stays, without the mention, tag or assignment. The job continues after the response: `/v1/users/data/delete/status` reports its progress.",
    "A thread is removed with its last comment.",
    "Only data written before the request is removed: what your server writes after the response stays, also for the same user id. No webhooks are sent. Users that do not exist are ignored.",
    "The request first ends the users' tokens of pages: when it responds, nothing is written with a token that was made before, and what was written with one is removed. Pages receive UNAUTHENTICATED within 5 seconds at the latest, and at once when they write. A token made after the response is valid. While a service does not respond, the request takes what is written within 35 seconds after it, too, because pages can only be stopped at the gateways then.",
    "The job ends when nothing is counted any more that falls under the removal. Until then there is no certificate.",
    "`organizationIds` restricts the removal to these organizations; profiles then stay.",
    dryRunNote,
    "Some collections have no index for users named in others' content: a dry run reports `more` for them if over 100,000 rows would have to be read. Rows about the participants of threads are not counted.",
  ),
  rpc: UsersService.method.deleteUserData,
  request: z.strictObject({
    userIds: ids().meta(texts.userIds),
    organizationIds: ids().optional().meta(texts.organizationIds),
    dryRun: dryRun(),
  }),
  response: z.object({ jobId: z.string().meta(texts.jobId), tasksCount: z.int().meta({ description: "Number of tasks of the job." }) }),
  message: "User data deletion was initiated.",
  successStatus: 202,
  example: {
    request: { userIds: ["former-employee"] },
    response: { jobId: "job_4yV0xuQd8tKc1pZrWn7JmE", tasksCount: 38 },
  },
  removes: ({ userIds, organizationIds = [] }, { apiKeyId }) => ({ apiKeyId, scope: { kind: "user", userIds, organizationIds } }),
  toRpc: ({ userIds, organizationIds = [] }, { apiKeyId }) => ({ apiKeyId, userIds, organizationIds }),
  fromRpc: ({ jobId, tasksCount }) => ({ jobId, tasksCount }),
});
