import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { wholeNumber } from "../fields.ts";
import { operation } from "../operation.ts";

const minuteMs = 60_000;

export const createWebhookPortal = operation({
  path: "/v2/webhooks/portal/create",
  sdk: "webhooks.createPortal",
  auth: "apiKey",
  role: "administrate",
  showsSecret: true,
  summary: "Create a link that opens the webhook pages for one of your own users.",
  description: [
    "The link opens the log of deliveries, the endpoints, the secret and test events of this API key, and nothing else. With `readOnly` it shows the log and the endpoints, and changes nothing. Its secret is in the fragment, which browsers do not send to servers. It expires after `expiresInMinutes` (60 by default, at most 1,440), or earlier with the token that it was created with (from the console: with that session). It ends within 5 seconds when that token is revoked, when `/v2/webhooks/portal/revoke` is called, and when the API key is disabled or deleted.",
    "It may be embedded in an `iframe` on pages of the allowed domains of the API key; `domains` restricts it to some of them (required when there are more than 50), `standalone` forbids embedding. `url` is null when the installation does not know its own address (`PARLEY_PUBLIC_URL`); `path` is below the address of this interface.",
  ].join("\n\n"),
  rpc: WorkspaceService.method.createWebhookPortal,
  request: z.strictObject({
    readOnly: z.boolean().optional().meta({ description: "Whether it only shows." }),
    expiresInMinutes: z.number().int().min(1).max(1_440).optional().meta({ description: "How long the link is valid; 60 by default." }),
    domains: z
      .array(z.string().min(1).max(300))
      .min(1)
      .max(50)
      .optional()
      .meta({ description: "Allowed domains of the API key, as listed, whose pages may embed it." }),
    standalone: z.boolean().optional().meta({ description: "Whether it may be embedded nowhere." }),
  }),
  response: z.object({
    path: z.string().meta({ description: "Below the address of this interface, with the secret in its fragment." }),
    url: z.string().nullable(),
    expiresAt: wholeNumber(),
  }),
  message: "Webhook portal created.",
  // A secret: even with an idempotency key it is returned only once.
  ephemeral: () => true,
  example: {
    request: { readOnly: true, expiresInMinutes: 30 },
    response: {
      path: "/console/portal/c2VhbGVk#c2VjcmV0",
      url: "https://parley.example.com/console/portal/c2VhbGVk#c2VjcmV0",
      expiresAt: 1_767_227_400_000,
    },
  },
  toRpc: ({ readOnly = false, expiresInMinutes = 60, domains = [], standalone = false }, { apiKeyId, workspaceId, tokenId }) => ({
    apiKeyId,
    workspaceId,
    tokenId,
    readOnly,
    domains,
    standalone,
    lifetimeMs: expiresInMinutes * minuteMs,
  }),
  fromRpc: ({ path, url, expiresAtMs }) => ({ path, url: url === "" ? null : url, expiresAt: Number(expiresAtMs) }),
});
