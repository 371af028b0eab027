import type { Parley, WebhookEndpointWithState } from "@parley/sdk";

/** All endpoints of an API key, `raw` and `processed` first. There are few. */
export async function allEndpoints(parley: Parley): Promise<WebhookEndpointWithState[]> {
  const endpoints: WebhookEndpointWithState[] = [];
  for (let iterator: string | undefined; ; ) {
    const page = await parley.webhooks.listEndpoints(iterator === undefined ? {} : { iterator });
    endpoints.push(...page.endpoints);
    if (page.iterator === null) return endpoints;
    iterator = page.iterator;
  }
}

/** Whether an endpoint is one of the two URLs of the webhook configuration. */
export function isConfigured(endpointId: string): boolean {
  return endpointId === "raw" || endpointId === "processed";
}

/** The name of an endpoint for people. */
export function endpointName({ uid, endpointId, url }: Pick<WebhookEndpointWithState, "uid" | "endpointId" | "url">): string {
  return isConfigured(endpointId) ? endpointId : (uid ?? url);
}
