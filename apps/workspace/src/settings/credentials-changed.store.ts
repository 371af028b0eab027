import { credentialsChangedTopic } from "@parley/contracts/topics";
import { type EventRow, event } from "@parley/messaging";
import { messages } from "../messages.ts";

/** Parameters of a statement that publishes a change of an API key's credentials or settings. */
export function credentialsChanged({ workspaceId, apiKeyId }: { workspaceId: string; apiKeyId: string }): EventRow {
  return messages.event(event(credentialsChangedTopic, { apiKeyId, key: apiKeyId || workspaceId, message: { workspaceId, apiKeyId } }));
}
