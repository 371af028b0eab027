/** What can be removed. */
export const erasureKinds = ["user", "organization", "folder", "document", "location", "apiKey"] as const;

export type ErasureKind = (typeof erasureKinds)[number];

/** The kind of this name. An event that names another one is kept as a dead letter, to be handled when this service has been brought to the version that knows it. */
export function knownKind(kind: string): ErasureKind {
  const known = erasureKinds.find((candidate) => candidate === kind);
  if (known === undefined) throw new Error(`This version cannot remove a ${kind.slice(0, 100)}.`);
  return known;
}
