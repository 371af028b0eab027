import { randomBytes } from "node:crypto";
import type { Db } from "@parley/database";
import { deterministicId, Failure, limitFor, noKeyLimit, notFound, shortened } from "@parley/kernel";
import type { Context, Handler } from "../context.ts";
import { refuseViolations } from "../settings/violations.ts";
import { refusingTakenUid, workspaceOf } from "./change-endpoint.ts";
import { endpointMessage, writtenSettings } from "./endpoint-message.ts";
import { endpointViolations, mergeEndpointSettings, noEndpointSettings } from "./endpoint-settings.ts";
import { countEndpoints, insertEndpoint, selectEndpoint } from "./endpoints.store.ts";
import { sealParts } from "./sealed-endpoint.ts";
import { lockWebhookConfig } from "./webhook-configs.store.ts";

export const createWebhookEndpoint =
  (context: Context): Handler<"createWebhookEndpoint"> =>
  async ({ apiKeyId, endpoint: patch }) => {
    if (patch === undefined) throw new Failure("invalid_argument", "endpoint is required.");
    const { database, sealer, webhookUrls, keyCeilings } = context;
    const settings = mergeEndpointSettings(noEndpointSettings, patch);
    refuseViolations(endpointViolations(patch, settings, webhookUrls));
    const workspaceId = await workspaceOf(context, apiKeyId);
    const endpointId = deterministicId("ep");
    const secrets = [{ secret: newSecret(), createdAtMs: Date.now(), signsUntilMs: null }];
    // Sealed before the transaction, because sealing loads the data key on another connection.
    const sealed = await sealParts(sealer, { workspaceId, apiKeyId, endpointId }, { headers: settings.headers, secrets });

    const create = () =>
      database.transaction(async (tx) => {
        // The lock allows one change at a time for each key, so that two concurrent requests cannot exceed the limit.
        if ((await lockWebhookConfig(tx, apiKeyId)) === undefined) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
        // A repeated request finds the endpoint that it created before.
        const made = await selectEndpoint(tx, apiKeyId, endpointId);
        if (made !== undefined) return made;
        await requireRoom(tx, apiKeyId, keyCeilings.webhookEndpoints);
        return insertEndpoint(tx, { ...writtenSettings(settings, sealed), apiKeyId, endpointId });
      });
    const row = await refusingTakenUid(settings.uid, create);
    return row === undefined ? {} : { endpoint: endpointMessage(row) };
  };

// Called under the lock of the key's configuration, so that no other request adds an endpoint meanwhile.
async function requireRoom(tx: Db, apiKeyId: string, ofEveryKey: number): Promise<void> {
  const { count, limit } = (await countEndpoints(tx, apiKeyId)) ?? { count: 0, limit: noKeyLimit };
  const most = limitFor(limit, ofEveryKey);
  if (count < most) return;
  const message = `The API key ${shortened(apiKeyId)} has ${count} webhook endpoints and may have ${most}; delete one first.`;
  throw new Failure("resource_exhausted", message, { reason: "too_many_endpoints" });
}

/** A signing secret in the format of Standard Webhooks. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}
