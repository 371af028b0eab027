/**
 * Says which version of a program or library of others a test has tried, and what differs with it: `npm run tried:versions -- --tests <file>`
 * keeps it on the page of what Parley was run with.
 */
export function tried(part: string, name: string, version: string, differs = ""): void {
  console.log(`TRIED ${JSON.stringify({ part, name, version, differs })}`);
}
