import type { Asked, InHand } from "../../delivery/channel.ts";
import { firstWindow } from "../../delivery/destination.ts";
import { endpointOf } from "./webhook-delivery.ts";

interface Counted<Delivery> {
  readonly hand: Pick<InHand<Delivery>["hand"], "counts" | "countOf">;
  readonly schedule: InHand<Delivery>["schedule"];
}

/**
 * The endpoints with their own read limits: how many more deliveries to read for each known endpoint, given the free room. An endpoint gets
 * at most a quarter of the room, an API key at most half of what others leave, and an endpoint at most half of what its key's others leave
 * of that. So there is always room for another endpoint, even beside one that never responds.
 */
export function roomsOf<Delivery>(
  { hand, schedule }: Counted<Delivery>,
  { room, leaving }: Pick<Asked, "room" | "leaving">,
  perEndpoint: number,
) {
  const nowMs = performance.now();
  const share = Math.max(1, room >> 2);
  for (const [name] of hand.counts()) schedule.of(name);
  const heldOf = heldByKey(hand.counts());
  const keyRoomOf = (held = 0) => Math.max(0, ((room + held) >> 1) - held);
  const rooms = new Map(
    [...schedule.destinations(nowMs, (name) => hand.countOf(name) > 0)].map((endpoint) => {
      const held = hand.countOf(endpoint.name);
      const ofKey = keyRoomOf(heldOf.get(endpointOf(endpoint.name).apiKeyId));
      const more = Math.min(share, Math.max(0, (ofKey - held + 1) >> 1));
      return [endpoint.name, endpoint.room(nowMs, held, more + held)];
    }),
  );
  for (const name of leaving) rooms.set(name, 0);
  const endpoints = [...rooms.keys()].map(endpointOf);
  return {
    perEndpoint: Math.min(share, firstWindow(perEndpoint)),
    perKey: Math.max(1, room >> 1),
    keys: [...heldOf.keys()],
    keyRooms: [...heldOf.values()].map(keyRoomOf),
    endpointKeys: endpoints.map(({ apiKeyId }) => apiKeyId),
    endpointTargets: endpoints.map(({ target }) => target),
    endpointRooms: [...rooms.values()],
  };
}

function heldByKey(counts: Iterable<[string, number]>): ReadonlyMap<string, number> {
  const held = new Map<string, number>();
  for (const [name, count] of counts) {
    const { apiKeyId } = endpointOf(name);
    held.set(apiKeyId, (held.get(apiKeyId) ?? 0) + count);
  }
  return held;
}
