/** Whether a text can be an id: it has 1 to 256 characters and no control character. */
export function isId(id: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what an id must not have
  return id !== "" && [...id].length <= 256 && !/[\u0000-\u001f\u007f-\u009f]/.test(id);
}
