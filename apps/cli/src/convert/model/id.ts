/** Whether a text can be an id: 1 to 256 characters, none of them a control character. */
export function isId(id: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what an id must not have
  return id !== "" && [...id].length <= 256 && !/[\u0000-\u001f\u007f-\u009f]/.test(id);
}
