import type { IndexState } from "./search-keys.store.ts";

/** How much of the comments that existed before is indexed: the share of their threads' range, in whole percent. */
export function percentOf(state: IndexState | undefined): number {
  if (state === undefined) return 0;
  const { topRef, belowRef, oldestRef } = state;
  if (isWalked(state)) return 100;
  return Math.min(99, Math.floor((100 * (topRef - belowRef)) / (topRef - oldestRef)));
}

/** An index that is being removed does not count, because it is unknown how much of it is left. */
export function indexInUse(state: IndexState | undefined): IndexState | undefined {
  return state?.isLeaving === true ? undefined : state;
}

/** Whether all comments that existed before are indexed. */
export function isWalked({ belowRef, oldestRef }: IndexState): boolean {
  return belowRef <= oldestRef;
}
