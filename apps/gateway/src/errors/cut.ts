/** Longest part of a request that a response repeats, in characters (decisions, section 1, Unknown keys). */
export const longEcho = 100;

/** A part of a request, cut as a response may repeat it. */
export function cut(text: string): string {
  if (text.length <= longEcho) return text;
  const characters = [...text.slice(0, 2 * longEcho + 2)];
  return characters.length <= longEcho ? text : `${characters.slice(0, longEcho).join("").toWellFormed()}…`;
}
