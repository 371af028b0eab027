// The group has what the terminal's own styles are made of: nothing that hides or moves text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const either = /(\u001b\[(?:1|2|22|31|32|33|39)m)|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Bidi_Control}]/gu;

/**
 * A text for a terminal: control characters (C0 and C1) and those that reverse the direction of text are escaped as in JSON, so that text
 * from others neither controls the terminal nor looks like another text. Line breaks, tabs and colours stay.
 */
export function escapedForTerminal(text: string): string {
  return text.replace(either, (character, style: string | undefined) => style ?? escapeOf(character));
}

/** The text for a stream: escaped if it is a terminal, so that a file or another program receives every character. */
export function forStream(text: string, { isTTY }: { readonly isTTY?: boolean }): string {
  return isTTY === true ? escapedForTerminal(text) : text;
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
