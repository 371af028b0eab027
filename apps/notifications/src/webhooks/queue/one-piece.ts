/**
 * Texts and bytes as one value, from which a statement takes each part with `substr`. In an array every character would have to be escaped
 * and unescaped.
 */
export function onePiece(parts: readonly (Uint8Array | string)[]) {
  const pieces = parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part));
  const lengths = pieces.map(({ length }) => length);
  let next = 1;
  const begins = lengths.map((length) => {
    next += length;
    return next - length;
  });
  return { begins, lengths, whole: Buffer.concat(pieces) };
}
