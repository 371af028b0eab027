import type { OrganizationScope } from "../places/scope.ts";

// A hash has 40 bits, because a stored term of 64 bits has the number of its segment above them. These are the upper 8 of the 40.
const upperBits = 0xff;

/**
 * Hashes terms to 40 bits with cyrb53, which mixes like MurmurHash3 in two lanes. The hash includes the organization, so the same word has
 * different hashes in two organizations. Two words may share a hash, so every match is compared with the text.
 *
 * The hash saves space. It has no key and keeps nothing secret: a reader of the database could guess the words, but can also read the
 * comments themselves. The row with the hashes is deleted with its comment.
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
