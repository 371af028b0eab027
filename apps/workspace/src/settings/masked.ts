const shown = 4;

/** How a secret is shown to its owner: enough to tell two apart, nothing to use. The length is not told. */
export function masked(secret: string): string {
  const tail = secret.length >= 4 * shown ? secret.slice(-shown) : "";
  return `********${tail}`;
}

/** Whether the text is one that `masked` made: it must never be stored in place of the secret. */
export function isMasked(text: string): boolean {
  return text.startsWith("********");
}
