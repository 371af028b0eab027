import { accessChangedTopic } from "@parley/contracts/topics";
import { type EventRow, event } from "@parley/messaging";
import { messages } from "../messages.ts";

/** Parameters of a statement that publishes a change of users' access to places. */
export function accessChanged(apiKeyId: string, organizationIds: readonly string[]): EventRow {
  return messages.event(
    event(accessChangedTopic, { apiKeyId, key: apiKeyId, message: { apiKeyId, organizationIds: [...organizationIds] } }),
  );
}
