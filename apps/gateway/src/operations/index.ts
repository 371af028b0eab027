import { activityOperations } from "./activity/index.ts";
import { directoryOperations } from "./directory/index.ts";
import { emailsOperations } from "./emails/index.ts";
import { notificationsOperations } from "./notifications/index.ts";
import type { Operation } from "./operation.ts";
import { removalsOperations } from "./removals/index.ts";
import { rewriterOperations } from "./rewriter/index.ts";
import { userTokensOperations } from "./user-tokens/index.ts";
import { usersOperations } from "./users/index.ts";
import { webhooksOperations } from "./webhooks/index.ts";
import { workspaceOperations } from "./workspace/index.ts";

/** Every operation of the HTTP interface, in the order in which the documentation shows them. */
export const operations: readonly Operation[] = [
  ...workspaceOperations,
  ...directoryOperations,
  ...usersOperations,
  ...userTokensOperations,
  ...removalsOperations,
  ...activityOperations,
  ...notificationsOperations,
  ...emailsOperations,
  ...webhooksOperations,
  ...rewriterOperations,
];

export { meOperations } from "./me/index.ts";
export { pathsOf } from "./operation.ts";
export { processedBody, rawBody } from "./webhooks/webhook-bodies.ts";
