const shown = 4;

/** A secret as its owner sees it: enough to distinguish two, useless otherwise. The length is not revealed. */
export function masked(secret: string): string {
  const tail = secret.length >= 4 * shown ? secret.slice(-shown) : "";
  return `********${tail}`;
}

/** Whether the text is a result of `masked`, which must never be stored in place of the secret. */
export function isMasked(text: string): boolean {
  return text.startsWith("********");
}
