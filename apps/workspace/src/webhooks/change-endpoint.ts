import { Failure, failedPrecondition, notFound, shortened } from "@parley/kernel";
import type { Context } from "../context.ts";
import { selectWorkspaceOf } from "../ownership/ownership.store.ts";
import { settingsOf, writtenSettings } from "./endpoint-message.ts";
import type { EndpointSettings } from "./endpoint-settings.ts";
import { type EndpointRow, selectEndpoint, updateEndpoint } from "./endpoints.store.ts";
import { openParts, type SealedParts, sealParts } from "./sealed-endpoint.ts";

/** An endpoint with its sealed parts opened. */
interface OpenEndpoint {
  readonly settings: EndpointSettings;
  readonly secrets: SealedParts["secrets"];
}

/** The ids of the webhook configuration's endpoints, which are changed in that configuration. */
export const configuredEndpoints: ReadonlySet<string> = new Set(["raw", "processed"]);

const maxTries = 5;

/**
 * Changes a stored endpoint, found by its id or uid; repeated when another change intervenes. Fails with `not_found`, with
 * `failed_precondition` for the two endpoints of the webhook configuration, with `already_exists` for another endpoint's uid, and with
 * `aborted`.
 */
export async function changeEndpoint(
  context: Context,
  apiKeyId: string,
  endpointId: string,
  change: (stored: OpenEndpoint) => OpenEndpoint,
): Promise<{ readonly row: EndpointRow; readonly secrets: SealedParts["secrets"] }> {
  const { database, sealer } = context;
  const workspaceId = await workspaceOf(context, apiKeyId);
  for (let tries = 0; tries < maxTries; tries++) {
    const found = await requireEndpoint(context, apiKeyId, endpointId);
    const place = { workspaceId, apiKeyId, endpointId: found.endpointId };
    const { headers, secrets } = await openParts(sealer, place, found.sealed);
    const stored = { settings: settingsOf(found, headers), secrets };
    const changed = change(stored);
    const { settings } = changed;
    const sealed = await sealParts(sealer, place, { headers: settings.headers, secrets: changed.secrets });
    const written = { ...writtenSettings(settings, sealed), apiKeyId, endpointId: found.endpointId, revision: found.revision };
    const row = await refusingTakenUid(settings.uid, () => updateEndpoint(database, written, isMoved(stored.settings, settings)));
    if (row !== undefined) return { row, secrets: changed.secrets };
  }
  throw new Failure("aborted", `The endpoint ${shortened(endpointId)} is being changed by other requests; try again.`);
}

/**
 * The endpoint with this id or uid. Fails with `not_found`, and with `failed_precondition` for the two endpoints of the webhook
 * configuration.
 */
export async function requireEndpoint({ database }: Context, apiKeyId: string, endpointId: string): Promise<EndpointRow> {
  if (configuredEndpoints.has(endpointId)) {
    throw failedPrecondition(
      `The endpoint ${shortened(endpointId)} belongs to the webhook configuration: change it with /v2/workspace/webhookconfig/update.`,
      "configured_endpoint",
    );
  }
  const row = await selectEndpoint(database, apiKeyId, endpointId);
  if (row === undefined) throw notFound(`There is no webhook endpoint ${shortened(endpointId)}.`);
  return row;
}

/** Fails with `not_found`. */
export async function workspaceOf({ database }: Context, apiKeyId: string): Promise<string> {
  const workspaceId = await selectWorkspaceOf(database, apiKeyId);
  if (workspaceId === undefined) throw notFound(`There is no API key ${shortened(apiKeyId)}.`);
  return workspaceId;
}

/** Runs a write; fails with `already_exists` when another endpoint of the key has the uid. */
export async function refusingTakenUid<Result>(uid: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isTaken(error)) throw error;
    throw new Failure("already_exists", `Another webhook endpoint has the uid ${shortened(uid)}.`, { reason: "uid_taken" });
  }
}

function isTaken(error: unknown): boolean {
  return typeof error === "object" && error !== null && "constraint" in error && error.constraint === "webhook_endpoints_by_uid";
}

// Whether deliveries to the endpoint go to another URL, or have another form, after the change.
function isMoved(stored: EndpointSettings, changed: EndpointSettings): boolean {
  return stored.url !== changed.url || JSON.stringify(stored.headers) !== JSON.stringify(changed.headers);
}
