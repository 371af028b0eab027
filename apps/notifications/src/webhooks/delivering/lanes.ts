import { type Delivery, laneKeyOf } from "./delivery.ts";
import { firstWindow, Lane } from "./lane.ts";
import type { Claim } from "./webhook-queue.store.ts";

interface LanesOptions {
  readonly concurrency: number;
  readonly perSecond: number;
  readonly breakerFailures: number;
}

/** The endpoints for which this process holds deliveries, or of which it remembers failures. */
export class Lanes {
  readonly #options: LanesOptions;
  readonly #lanes = new Map<string, Lane>();

  constructor(options: LanesOptions) {
    this.#options = options;
  }

  of(delivery: Pick<Delivery, "apiKeyId" | "target">): Lane {
    const key = laneKeyOf(delivery);
    let lane = this.#lanes.get(key);
    if (lane === undefined) {
      lane = new Lane({ ...this.#options, apiKeyId: delivery.apiKeyId, target: delivery.target });
      this.#lanes.set(key, lane);
    }
    return lane;
  }

  all(): IterableIterator<Lane> {
    return this.#lanes.values();
  }

  /**
   * What a claim must know of the endpoints: how much more is wanted of each that is known here, while so much is free. None gets more than a
   * quarter of it, so that there is always room for another. Forgets those that are idle.
   */
  rooms(nowMs: number, free: number): Pick<Claim, "perLane" | "laneKeys" | "laneTargets" | "laneRooms"> {
    const share = Math.max(1, free >> 2);
    const rooms: { lane: Lane; room: number }[] = [];
    for (const [key, lane] of this.#lanes) {
      if (lane.isIdle) this.#lanes.delete(key);
      else rooms.push({ lane, room: lane.room(nowMs, share + lane.held) });
    }
    return {
      perLane: Math.min(share, firstWindow(this.#options.concurrency)),
      laneKeys: rooms.map(({ lane }) => lane.apiKeyId),
      laneTargets: rooms.map(({ lane }) => lane.target),
      laneRooms: rooms.map(({ room }) => room),
    };
  }
}
