import { ConfigsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { operation } from "../operation.ts";

export const revokeWebhookPortals = operation({
  path: "/v2/webhooks/portal/revoke",
  sdk: "webhooks.revokePortals",
  auth: "apiKey",
  role: "administrate",
  summary: "Revoke all webhook portal links.",
  description:
    "Ends every link to the webhook pages of this API key that was created before, whoever created it, within 5 seconds at every gateway. Later links work as usual. To end only the links of one token, revoke that token.",
  rpc: ConfigsService.method.revokeWebhookPortals,
  request: z.strictObject({}),
  message: "Webhook portals revoked.",
  example: { request: {}, response: null },
  toRpc: (_, { apiKeyId, workspaceId }) => ({ apiKeyId, workspaceId }),
});
