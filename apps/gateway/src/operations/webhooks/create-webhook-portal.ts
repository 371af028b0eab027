import { ConfigsService } from "@parley/contracts/workspace";
import * as z from "zod";
import { wholeNumber } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";

const minuteMs = 60_000;

export const createWebhookPortal = operation({
  path: "/v2/webhooks/portal/create",
  sdk: "webhooks.createPortal",
  auth: "apiKey",
  role: "administrate",
  showsSecret: true,
  summary: "Create a webhook portal link.",
  description: described(
    "Creates a link that opens the webhook pages of this API key for one of your own users: the log of deliveries, the endpoints, the secret and test events, and nothing else. With `readOnly` it shows the log and the endpoints, and changes nothing.",
    "The secret of the link is in its fragment, which browsers do not send to servers.",
    "The link expires after `expiresInMinutes` (60 by default, at most 1,440), or earlier with the token that created it (from the console: with the session).",
    "It ends within 5 seconds when that token is revoked, when `/v2/webhooks/portal/revoke` is called, or when the API key is disabled or deleted.",
    "It may be embedded in an `iframe` on pages of the API key's allowed domains. `domains` restricts it to some of them (required if there are more than 50); `standalone` forbids embedding.",
    "`url` is null if the installation does not know its own address (`PARLEY_PUBLIC_URL`); `path` is relative to the address of this interface.",
  ),
  rpc: ConfigsService.method.createWebhookPortal,
  request: z.strictObject({
    readOnly: z.boolean().optional().meta({ description: "Whether the link is read-only." }),
    expiresInMinutes: z.number().int().min(1).max(1_440).optional().meta({ description: "How long the link is valid; 60 by default." }),
    domains: z
      .array(z.string().min(1).max(300))
      .min(1)
      .max(50)
      .optional()
      .meta({ description: "Allowed domains of the API key, as listed, on whose pages the link may be embedded." }),
    standalone: z.boolean().optional().meta({ description: "Whether embedding is forbidden." }),
  }),
  response: z.object({
    path: z.string().meta({ description: "Path below the address of this interface, with the secret in its fragment." }),
    url: z
      .string()
      .nullable()
      .meta({ description: "The link: open it, or put it into an `iframe`. Keep it secret: its fragment grants access." }),
    expiresAt: wholeNumber().meta(texts.expiresAt),
  }),
  message: "Webhook portal created.",
  // The link is a secret: even with an idempotency key it is returned only once.
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
