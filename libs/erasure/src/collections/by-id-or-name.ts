import type { Eraser } from "../model/eraser.ts";

/** A location is told by its id or, when none is given, by its name: each has an index of its own. */
export function byIdOrName(byId: Eraser, byName: Eraser): Eraser {
  return {
    ranges: byId.ranges,
    erase: (tx, chunk) => (chunk.erasure.scope.locationIds.length > 0 ? byId : byName).erase(tx, chunk),
  };
}
