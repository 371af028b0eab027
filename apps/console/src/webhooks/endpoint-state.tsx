import { Badge } from "@mantine/core";
import type { WebhookEndpointWithState } from "@parley/sdk";

type State = WebhookEndpointWithState["state"];

const stateColors = { active: "green", failing: "red", gone: "orange", paused: "gray" } as const satisfies Record<State, string>;

/** The state of an endpoint. */
export function EndpointState({ state }: { readonly state: State }) {
  return (
    <Badge variant="light" color={stateColors[state]}>
      {state}
    </Badge>
  );
}
