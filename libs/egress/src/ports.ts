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

/** `80, 443, 1024-65535`. */
export function textOf(ranges: readonly PortRange[]): string {
  return ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(", ");
}

const portsOfSchemes: Readonly<Record<string, number>> = { "http:": 80, "https:": 443, "smtp:": 587, "smtps:": 465 };

/** The port of a URL; that of its scheme when it names none. */
export function portOf({ port, protocol }: URL): number {
  return port === "" ? (portsOfSchemes[protocol] ?? 0) : Number(port);
}
