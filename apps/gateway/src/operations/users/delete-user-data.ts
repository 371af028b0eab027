import { UsersService } from "@parley/contracts/users";
import * as z from "zod";
import { dryRun, dryRunNote } from "../dry-run.ts";
import { id, ids, limits } from "../fields.ts";
import { operation } from "../operation.ts";

export const deleteUserData = operation({
  path: "/v2/users/data/delete",
  sdk: "users.deleteData",
  auth: "apiKey",
  role: "administrate",
  summary: "Delete everything that identifies users.",
  description: [
    "Removes their profiles, memberships, comments, reactions, recordings, records of the activity log, what they caused or received as notifications, and their notification config; what others wrote stays and loses the mention, the tag, the assignment. A thread goes with its last comment. Only what was written before the request is removed. No webhooks are sent.",
    "`organizationIds` restricts it to these organizations; profiles then stay. The job continues after the response: `/v1/users/data/delete/status` reports its progress. Users that do not exist are ignored.",
    `${dryRunNote} Where a user is named in what others wrote no index leads there: those collections say \`more\` when there are more than 100,000 rows to look through. Rows that say who takes part in a thread are not counted.`,
  ].join("\n\n"),
  rpc: UsersService.method.deleteUserData,
  request: z.strictObject({
    userIds: ids(),
    organizationIds: z
      .array(id())
      .max(limits.items)
      .transform((values) => [...new Set(values)])
      .optional(),
    dryRun: dryRun(),
  }),
  response: z.object({ jobId: z.string(), tasksCount: z.int() }),
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
