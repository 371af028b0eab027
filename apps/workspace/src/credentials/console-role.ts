import { ConsoleRole } from "@parley/contracts/workspace";

const roles = {
  read: ConsoleRole.READ,
  act: ConsoleRole.ACT,
  administrate: ConsoleRole.ADMINISTRATE,
} as const;

/** The role in messages; unspecified for an unknown one. */
export function roleMessage(stored: string): ConsoleRole {
  return Object.entries(roles).find(([name]) => name === stored)?.[1] ?? ConsoleRole.UNSPECIFIED;
}

/** The stored role; undefined for an unknown one. */
export function storedRole(role: ConsoleRole): string | undefined {
  return Object.entries(roles).find(([, each]) => each === role)?.[0];
}
