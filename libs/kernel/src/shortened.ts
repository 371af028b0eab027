const longest = 100;

/** Part of a request as a response may quote it: the first 100 characters. */
export function shortened(text: string): string {
  if (text.length <= longest) return text;
  // A character takes at most two UTF-16 units, so the rest of a long text need not be read.
  const characters = [...text.slice(0, 2 * longest + 2)];
  return characters.length <= longest ? text : `${characters.slice(0, longest).join("").toWellFormed()}…`;
}
