/** What can be removed. */
export const erasureKinds = ["user", "organization", "folder", "document", "location", "apiKey"] as const;

export type ErasureKind = (typeof erasureKinds)[number];
