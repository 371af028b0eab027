/** The value, or undefined when its file does not exist. */
export async function ignoreMissing<Value>(reading: Promise<Value>, ...otherCodes: string[]): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (hasCode(error, "ENOENT", ...otherCodes)) return undefined;
    throw error;
  }
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
