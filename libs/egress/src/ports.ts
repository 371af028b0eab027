/** Ports from the first to the last, both included. */
export type PortRange = readonly [first: number, last: number];

export const anyPort: readonly PortRange[] = [[1, 65_535]];

/** Parses `80,443,1024-65535`; undefined for anything else. */
export function parsePorts(text: string): readonly PortRange[] | undefined {
  const ranges = text.split(",").map((item) => {
    const [, first, last = first] = /^\s*(\d{1,5})(?:-(\d{1,5}))?\s*$/.exec(item) ?? [];
    return [Number(first), Number(last)] as const;
  });
  return ranges.every(([first, last]) => first >= 1 && first <= last && last <= 65_535) ? ranges : undefined;
}

/** The port of a URL. */
export function portOf({ port, protocol }: URL): number {
  return port === "" ? (protocol === "http:" ? 80 : 443) : Number(port);
}
