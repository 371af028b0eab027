import { credentialsChangedTopic } from "@parley/contracts/topics";
import { type EventRow, event } from "@parley/messaging";
import { messages } from "../messages.ts";

/** Parameters of a statement that tells that credentials or settings of an API key have changed. */
export function credentialsChanged({ workspaceId, apiKeyId }: { workspaceId: string; apiKeyId: string }): EventRow {
  return messages.event(event(credentialsChangedTopic, { apiKeyId, key: apiKeyId || workspaceId, message: { workspaceId, apiKeyId } }));
}
