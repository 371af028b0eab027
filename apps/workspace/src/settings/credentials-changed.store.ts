import { credentialsChangedTopic } from "@parley/contracts/topics";
import { type EventRow, event } from "@parley/messaging";
import { messages } from "../messages.ts";

interface Changed {
  readonly workspaceId: string;
  readonly apiKeyId: string;
  /** The webhook endpoints that receive deliveries at another URL or in another form from now on. */
  readonly rawEndpointMoved?: boolean;
  readonly processedEndpointMoved?: boolean;
  readonly movedEndpointIds?: string[];
}

/** Parameters of a statement that publishes a change of an API key's credentials or settings. */
export function credentialsChanged(message: Changed): EventRow {
  const { workspaceId, apiKeyId } = message;
  return messages.event(event(credentialsChangedTopic, { apiKeyId, key: apiKeyId || workspaceId, message }));
}
