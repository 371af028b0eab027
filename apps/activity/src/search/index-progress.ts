import type { IndexState } from "./search-keys.store.ts";

/** How much of the backlog is indexed: the share of its range of refs, in whole percent. */
export function percentOf(state: IndexState | undefined): number {
  if (state === undefined) return 0;
  const { topRef, belowRef, oldestRef } = state;
  if (isWalked(state)) return 100;
  return Math.min(99, Math.floor((100 * (topRef - belowRef)) / (topRef - oldestRef)));
}

/** The index to search; undefined while it is being removed, because it is unknown how much of it is left. */
export function indexInUse(state: IndexState | undefined): IndexState | undefined {
  return state?.isLeaving === true ? undefined : state;
}

/** Whether the whole backlog is indexed. */
export function isWalked({ belowRef, oldestRef }: IndexState): boolean {
  return belowRef <= oldestRef;
}
