import { ConsoleRole } from "@parley/contracts/workspace";

const roles = {
  read: ConsoleRole.READ,
  act: ConsoleRole.ACT,
  administrate: ConsoleRole.ADMINISTRATE,
} as const;

/** The stored roles, which limit a token or a session; each includes the one before. */
type TokenRole = keyof typeof roles;

/** The role in messages; unspecified for an unknown one. */
export function roleMessage(stored: string): ConsoleRole {
  return Object.entries(roles).find(([name]) => name === stored)?.[1] ?? ConsoleRole.UNSPECIFIED;
}

/** The stored role; undefined for an unknown one. */
export function storedRole(role: ConsoleRole): TokenRole | undefined {
  return (Object.keys(roles) as TokenRole[]).find((name) => roles[name] === role);
}

/** The roles that may do more than this one. */
export function rolesAbove(role: string): string[] {
  return Object.keys(roles).filter((each) => isHigher(each, role));
}

/** Whether the first role may do something that the second may not. An unknown role may do nothing. */
export function isHigher(role: string, than: string): boolean {
  const rank = (name: string) => Object.keys(roles).indexOf(name);
  return rank(role) > rank(than);
}
