import { propagate } from "@parley/rpc";
import type { WebhookContext } from "../../context.ts";
import { isConfigured } from "../config/target.ts";

/** The id of the endpoint that is named by its id or uid; the name itself if no endpoint has it. */
export async function endpointIdOf({ workspaceConfigs }: WebhookContext, apiKeyId: string, named: string): Promise<string> {
  // A uid has neither form of an id.
  if (named === "" || isConfigured(named) || named.startsWith("ep_")) return named;
  const { endpoints } = await propagate(["not_found"], () => workspaceConfigs.listWebhookEndpoints({ apiKeyId, endpointIds: [named] }));
  return endpoints[0]?.endpointId ?? named;
}
