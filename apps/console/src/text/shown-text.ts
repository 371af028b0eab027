// These reverse the order of the characters behind them, so that `gnp.exe` reads as `exe.png`.
const overrides = /[\u202D\u202E]/g;

/** A text for display: direction overrides are shown as their code points. */
export function shownText(text: string): string {
  return text.replace(overrides, (sign) => `‹U+${sign.codePointAt(0)?.toString(16).toUpperCase()}›`);
}
