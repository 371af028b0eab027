import type { InHand } from "../../delivery/channel.ts";
import { groupNamed, type Rooms } from "../../delivery/claimed.ts";
import { firstWindow } from "../../delivery/destination.ts";

/**
 * The most deliveries to read of each endpoint, given the free room. An endpoint gets at most a quarter of the room, an API key at most half
 * of what others leave, and an endpoint at most half of what its key's others leave of that. So there is always room for another endpoint,
 * even while another one never responds.
 */
export function roomsOf<Delivery>({ hand, schedule }: InHand<Delivery>, room: number, perEndpoint: number): Rooms {
  const nowMs = performance.now();
  const share = Math.max(1, room >> 2);
  for (const [name] of hand.counts()) schedule.of(name);
  const claimedOf = claimedByKey(hand.counts());
  const keyRoomOf = (claimed = 0) => Math.max(0, ((room + claimed) >> 1) - claimed);
  const groups = new Map(
    [...schedule.destinations(nowMs, (name) => hand.countOf(name) > 0)].map((endpoint) => {
      const claimed = hand.countOf(endpoint.name);
      const ofKey = keyRoomOf(claimedOf.get(groupNamed(endpoint.name).apiKeyId));
      const more = Math.min(share, Math.max(0, (ofKey - claimed + 1) >> 1));
      return [endpoint.name, endpoint.room(nowMs, claimed, more + claimed)];
    }),
  );
  const keys = new Map([...claimedOf].map(([apiKeyId, claimed]) => [apiKeyId, keyRoomOf(claimed)]));
  return { perGroup: Math.min(share, firstWindow(perEndpoint)), groups, perKey: Math.max(1, room >> 1), keys };
}

function claimedByKey(counts: Iterable<[string, number]>): ReadonlyMap<string, number> {
  const claimed = new Map<string, number>();
  for (const [name, count] of counts) {
    const { apiKeyId } = groupNamed(name);
    claimed.set(apiKeyId, (claimed.get(apiKeyId) ?? 0) + count);
  }
  return claimed;
}
