import type { UserInput } from "@parley/contracts/users";
import { metadataChange } from "@parley/kernel";

/** What is to be stored of one user. */
export interface ProfileChange {
  readonly id: string;
  /** null keeps the name, the empty text removes it. */
  readonly name: string | null;
  /** null keeps the address, the empty text removes it. */
  readonly email: string | null;
  /** The metadata keys to store, as the text of a JSON object. */
  readonly set: string;
  /** The metadata keys to remove, as the text of a JSON array. */
  readonly clear: string;
}

/** The changes that a batch asks for: each user where it was first named, as it was last described. */
export function profileChanges(users: readonly UserInput[]): ProfileChange[] {
  const changes = users.map(({ userId, name, email, metadataJson }) => ({
    id: userId,
    name: name ?? null,
    email: email ?? null,
    ...metadataChange(metadataJson),
  }));
  return [...new Map(changes.map((change) => [change.id, change])).values()];
}

/** A batch as the columns that statements take it in. */
export function columnsOf(changes: readonly ProfileChange[]) {
  return {
    ids: changes.map(({ id }) => id),
    names: changes.map(({ name }) => name),
    emails: changes.map(({ email }) => email),
    sets: changes.map(({ set }) => set),
    clears: changes.map(({ clear }) => clear),
  };
}
