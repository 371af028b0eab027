import { WebhookEndpointState, WebhooksService } from "@parley/contracts/notifications";
import * as z from "zod";
import { filterIds, pageToken, wholeNumber } from "../fields.ts";
import { operation } from "../operation.ts";
import { exampleEndpoint, fromEndpoint, storedEndpointFields } from "./endpoint-fields.ts";

const states = {
  [WebhookEndpointState.UNSPECIFIED]: "active",
  [WebhookEndpointState.ACTIVE]: "active",
  [WebhookEndpointState.FAILING]: "failing",
  [WebhookEndpointState.GONE]: "gone",
  [WebhookEndpointState.PAUSED]: "paused",
} as const satisfies Record<WebhookEndpointState, string>;

const endpointWithState = z
  .object({
    ...storedEndpointFields,
    state: z.enum(["active", "failing", "gone", "paused"]).meta({
      description:
        "`failing`: several requests in a row have failed, and it is paused between attempts until one succeeds. `gone`: it responded 410, and nothing is sent until deliveries are resent or its URL changes. `paused`: it is disabled.",
    }),
    since: wholeNumber().nullable().meta({ description: "When the state `failing` or `gone` began; null in other states." }),
  })
  .meta({ title: "WebhookEndpointWithState" });

export const getWebhookEndpoints = operation({
  path: "/v2/workspace/advancedwebhook/endpoints/get",
  sdk: "webhooks.listEndpoints",
  auth: "apiKey",
  role: "read",
  portal: true,
  summary: "List webhook endpoints and their state.",
  description:
    "Returns the two URLs of the webhook configuration first, as `raw` and `processed`, if they are set; then the others in the order of their creation. Read further pages with `iterator` until `done`.",
  rpc: WebhooksService.method.getWebhookEndpoints,
  request: z.strictObject({
    endpointIds: filterIds().meta({ description: "Only these endpoints, each by its id or `uid`." }),
    limit: z
      .number()
      .int()
      .min(1)
      .max(250)
      .optional()
      .meta({ description: "Maximum number of endpoints in a page, beside `raw` and `processed`." }),
    iterator: pageToken().meta({ description: "The `iterator` of the previous page." }),
  }),
  response: z
    .object({
      endpoints: z.array(endpointWithState).meta({ description: "The endpoints of the page." }),
      iterator: z.string().nullable().meta({ description: "Position of the next page; null on the last one." }),
      prevIterator: z.string().nullable().meta({ description: "Always null: pages are read forwards." }),
      done: z.boolean().meta({ description: "Whether this is the last page." }),
    })
    .meta({ title: "WebhookEndpoints" }),
  message: "Webhook endpoints retrieved.",
  paged: "iterator",
  filters: ["endpointIds"],
  example: {
    request: { endpointIds: ["crm"], limit: 50 },
    response: {
      endpoints: [{ ...exampleEndpoint, state: "active", since: null }],
      iterator: null,
      prevIterator: null,
      done: true,
    },
  },
  toRpc: ({ endpointIds = [], limit = 0, iterator = "" }, { apiKeyId }) => ({
    apiKeyId,
    endpointIds,
    pageSize: limit,
    pageToken: iterator,
  }),
  fromRpc: ({ endpoints }) => ({
    endpoints: endpoints.map(({ endpoint, state, sinceMs }) => ({
      ...fromEndpoint(endpoint),
      state: states[state],
      since: sinceMs === undefined ? null : Number(sinceMs),
    })),
  }),
});
