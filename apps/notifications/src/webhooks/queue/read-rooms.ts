import type { InHand } from "../../delivery/channel.ts";
import { firstWindow } from "../../delivery/destination.ts";
import { groupNamed, type Rooms } from "../../delivery/held.ts";

/**
 * The most deliveries to read of each endpoint, given the free room. An endpoint gets at most a quarter of the room, an API key at most half
 * of what others leave, and an endpoint at most half of what its key's others leave of that. So there is always room for another endpoint,
 * even beside one that never responds.
 */
export function roomsOf<Delivery>({ hand, schedule }: InHand<Delivery>, room: number, perEndpoint: number): Rooms {
  const nowMs = performance.now();
  const share = Math.max(1, room >> 2);
  for (const [name] of hand.counts()) schedule.of(name);
  const heldOf = heldByKey(hand.counts());
  const keyRoomOf = (held = 0) => Math.max(0, ((room + held) >> 1) - held);
  const groups = new Map(
    [...schedule.destinations(nowMs, (name) => hand.countOf(name) > 0)].map((endpoint) => {
      const held = hand.countOf(endpoint.name);
      const ofKey = keyRoomOf(heldOf.get(groupNamed(endpoint.name).apiKeyId));
      const more = Math.min(share, Math.max(0, (ofKey - held + 1) >> 1));
      return [endpoint.name, endpoint.room(nowMs, held, more + held)];
    }),
  );
  const keys = new Map([...heldOf].map(([apiKeyId, held]) => [apiKeyId, keyRoomOf(held)]));
  return { perGroup: Math.min(share, firstWindow(perEndpoint)), groups, perKey: Math.max(1, room >> 1), keys };
}

function heldByKey(counts: Iterable<[string, number]>): ReadonlyMap<string, number> {
  const held = new Map<string, number>();
  for (const [name, count] of counts) {
    const { apiKeyId } = groupNamed(name);
    held.set(apiKeyId, (held.get(apiKeyId) ?? 0) + count);
  }
  return held;
}
