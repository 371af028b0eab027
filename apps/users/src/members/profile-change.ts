import type { UserInput } from "@parley/contracts/users";
import { invalid, mailboxProblem, metadataChange, shortened } from "@parley/kernel";

const accessRoles: readonly string[] = ["", "viewer", "commenter", "editor"];

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
  /** The role in the place; null keeps it, the empty text removes it. */
  readonly role: string | null;
}

/**
 * The changes of a batch: each user at its first position, with its last description. Fails with `invalid_argument` for an unknown role.
 */
export function profileChanges(users: readonly UserInput[]): ProfileChange[] {
  const changes = users.map(({ userId, name, email, metadataJson, accessRole = null }) => {
    if (accessRole !== null && !accessRoles.includes(accessRole)) throw invalid("users.access_role", `${accessRole} is no role.`);
    return { id: userId, name: name ?? null, email: email?.trim() ?? null, role: accessRole, ...metadataChange(metadataJson) };
  });
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
    roles: changes.map(({ role }) => role),
  };
}
