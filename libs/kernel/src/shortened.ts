const longest = 100;

/** A part of a request as a response may repeat it: its first 100 characters. */
export function shortened(text: string): string {
  if (text.length <= longest) return text;
  // A character takes at most two UTF-16 code units: what comes later is not looked at, however long the text is.
  const characters = [...text.slice(0, 2 * longest + 2)];
  return characters.length <= longest ? text : `${characters.slice(0, longest).join("").toWellFormed()}…`;
}
