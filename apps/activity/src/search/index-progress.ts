import type { IndexState } from "./search-keys.store.ts";

/** How far the index of an API key is with the comments that were there when it began: the share of their threads' range, in whole percent. */
export function percentOf(state: IndexState | undefined): number {
  if (state === undefined) return 0;
  const { topRef, belowRef, oldestRef } = state;
  if (isWalked(state)) return 100;
  return Math.min(99, Math.floor((100 * (topRef - belowRef)) / (topRef - oldestRef)));
}

/** An index that is being removed is none: nobody knows how much of it is left. */
export function indexInUse(state: IndexState | undefined): IndexState | undefined {
  return state?.isLeaving === true ? undefined : state;
}

/** Whether all that was there is indexed. */
export function isWalked({ belowRef, oldestRef }: IndexState): boolean {
  return belowRef <= oldestRef;
}
