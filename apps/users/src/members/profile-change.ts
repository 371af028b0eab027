import type { UserInput } from "@parley/contracts/users";
import { mailboxProblem, metadataChange, shortened } from "@parley/kernel";

/** The change of one user's profile. */
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

/** The changes of a batch: each user at its first position, with its last description. */
export function profileChanges(users: readonly UserInput[]): ProfileChange[] {
  const changes = users.map(({ userId, name, email, metadataJson }) => ({
    id: userId,
    name: name ?? null,
    email: email?.trim() ?? null,
    ...metadataChange(metadataJson),
  }));
  return [...new Map(changes.map((change) => [change.id, change])).values()];
}

/** Why a user with this address is refused: mails to it would be dropped, and nobody would know why. */
export function mailboxRefusal({ id, email }: Pick<ProfileChange, "id" | "email">): string {
  return `The email of the user ${shortened(id)} ${mailboxProblem(email ?? "")}: ${shortened(email ?? "")}.`;
}

/** A batch as the columns of statements. */
export function columnsOf(changes: readonly ProfileChange[]) {
  return {
    ids: changes.map(({ id }) => id),
    names: changes.map(({ name }) => name),
    emails: changes.map(({ email }) => email),
    sets: changes.map(({ set }) => set),
    clears: changes.map(({ clear }) => clear),
  };
}
