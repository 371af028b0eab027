/** `threads.retrieve` takes a `ThreadsRetrieveRequest`. */
export function requestName(sdk: string): string {
  return `${sdk.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}Request`;
}
