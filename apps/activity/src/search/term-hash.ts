import type { OrganizationScope } from "../places/scope.ts";

// Of the 64 bits of a stored term the segment has the upper ones.
const upperBits = 0xff;

/**
 * Hashes the terms of an organization to 40 bits (cyrb53, which is MurmurHash3's mixing twice): equal words of two organizations differ. Two words
 * may share a hash, so that whatever is found by one is compared with the text.
 *
 * A hash makes a term small; it keeps nothing secret, and has no key. Whoever can read it can try words until one fits, but reads the comments themselves in
 * the same database, and loses both at once: a row goes with its comment.
 */
export function termHasher({ apiKeyId, organizationId }: OrganizationScope): (term: string) => number {
  const seed = absorb([0xdeadbeef, 0x41c6ce57], `${apiKeyId}\0${organizationId}\0`);
  return (term) => {
    let [low, high] = absorb(seed, term);
    low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
    high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
    return 0x1_0000_0000 * (high & upperBits) + (low >>> 0);
  };
}

type State = readonly [number, number];

function absorb([first, second]: State, text: string): State {
  let low = first;
  let high = second;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 2_654_435_761);
    high = Math.imul(high ^ code, 1_597_334_677);
  }
  return [low, high];
}
