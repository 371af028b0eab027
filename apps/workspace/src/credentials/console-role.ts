import { ConsoleRole } from "@parley/contracts/workspace";

const roles = {
  read: ConsoleRole.READ,
  act: ConsoleRole.ACT,
  administrate: ConsoleRole.ADMINISTRATE,
} as const;

/** The role as messages name it; unspecified for what no session has. */
export function roleMessage(stored: string): ConsoleRole {
  return Object.entries(roles).find(([name]) => name === stored)?.[1] ?? ConsoleRole.UNSPECIFIED;
}

/** The role as it is stored; undefined for what no session has. */
export function storedRole(role: ConsoleRole): string | undefined {
  return Object.entries(roles).find(([, each]) => each === role)?.[0];
}
