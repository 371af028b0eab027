// They turn the order of the letters behind them, so that `gnp.exe` reads as `exe.png`.
const overrides = /[\u202D\u202E]/g;

/** A text as it is shown: what would turn its letters around is its own sign. */
export function shownText(text: string): string {
  return text.replace(overrides, (sign) => `‹U+${sign.codePointAt(0)?.toString(16).toUpperCase()}›`);
}
