import type { UserRow } from "./pages.store.ts";

/** A user, as lists show it. */
export function userMessage({ userId, name, email, metadata }: UserRow) {
  return { userId, name, email, metadataJson: metadata };
}
