import { create } from "@bufbuild/protobuf";
import { type GetWebhookEndpointsResponse, WebhookEndpointState } from "@parley/contracts/notifications";
import { type GetWebhookConfigResponse, type WebhookEndpoint, WebhookEndpointSchema, WebhookPayload } from "@parley/contracts/workspace";
import { propagate } from "@parley/rpc";
import type { WebhookContext, WebhookHandler } from "../../context.ts";
import { isConfigured } from "../config/target.ts";
import { type EndpointStateRow, selectEndpointStates } from "../queue/endpoint-states.store.ts";

export const getWebhookEndpoints = ({ database, workspaceConfigs }: WebhookContext): WebhookHandler<"getWebhookEndpoints"> => {
  return async ({ apiKeyId, endpointIds, pageSize, pageToken }) => {
    const further = endpointIds.filter((endpointId) => !isConfigured(endpointId));
    const asksForFurther = endpointIds.length === 0 || further.length > 0;
    const [config, page, states] = await Promise.all([
      propagate(["not_found"], () => workspaceConfigs.getWebhookConfig({ apiKeyId })),
      asksForFurther
        ? propagate(["not_found", "invalid_argument"], () =>
            workspaceConfigs.listWebhookEndpoints({ apiKeyId, endpointIds: further, pageSize, pageToken }),
          )
        : { endpoints: [], nextPageToken: "" },
      selectEndpointStates(database, apiKeyId),
    ]);
    const configured = pageToken === "" ? configuredEndpoints(config) : [];
    const asked = configured.filter(({ endpointId }) => endpointIds.length === 0 || endpointIds.includes(endpointId));
    const stateOf = new Map(states.map((row) => [row.target, row]));
    return {
      endpoints: [...asked, ...page.endpoints].map((endpoint) => statusOf(endpoint, stateOf.get(endpoint.endpointId))),
      nextPageToken: page.nextPageToken,
    };
  };
};

/** The endpoints of a webhook configuration that have a URL, in the form of further endpoints. */
function configuredEndpoints({ useWebhookService, webhookServiceConfig: config }: GetWebhookConfigResponse): WebhookEndpoint[] {
  const filterTypes = Object.entries(config?.triggers ?? {}).flatMap(([name, isOn]) => (isOn ? [name] : []));
  const endpoint = (endpointId: string, url: string, payload: WebhookPayload) =>
    create(WebhookEndpointSchema, { endpointId, url, payload, filterTypes, disabled: !useWebhookService, metadataJson: "{}" });
  return [
    endpoint("raw", config?.rawNotificationUrl ?? "", WebhookPayload.RAW),
    endpoint("processed", config?.processedNotificationUrl ?? "", WebhookPayload.PROCESSED),
  ].filter(({ url }) => url !== "");
}

type Status = GetWebhookEndpointsResponse["endpoints"][number];

function statusOf(endpoint: WebhookEndpoint, row: EndpointStateRow | undefined): Omit<Status, "$typeName"> {
  if (endpoint.disabled) return { endpoint, state: WebhookEndpointState.PAUSED };
  // An endpoint that has moved to another URL since it responded 410 is not gone.
  if (row?.goneUrl === endpoint.url) return { endpoint, state: WebhookEndpointState.GONE, sinceMs: BigInt(row.goneAtMs ?? 0) };
  if (row === undefined || row.failingSinceMs === null) return { endpoint, state: WebhookEndpointState.ACTIVE };
  return { endpoint, state: WebhookEndpointState.FAILING, sinceMs: BigInt(row.failingSinceMs) };
}

/** The id of the endpoint that is named by its id or uid; the name itself if no endpoint has it. */
export async function endpointIdOf({ workspaceConfigs }: WebhookContext, apiKeyId: string, named: string): Promise<string> {
  // A uid has neither form of an id.
  if (named === "" || isConfigured(named) || named.startsWith("ep_")) return named;
  const { endpoints } = await propagate(["not_found"], () => workspaceConfigs.listWebhookEndpoints({ apiKeyId, endpointIds: [named] }));
  return endpoints[0]?.endpointId ?? named;
}
