import type { Parley } from "@parley/sdk";

type Role = "editor" | "commenter" | "viewer";

const organizationId = "acme";
const documentId = "welcome";

/** Your server decides who may do what; here the roles are fixed. */
const roles = new Map<string, Role>([
  ["alice", "editor"],
  ["bob", "commenter"],
  ["carol", "commenter"],
  ["dan", "viewer"],
]);

/**
 * What your own server does for its pages: it tells them who is signed in, and makes tokens with which they act in Parley as that user
 * only.
 */
export function handOutTokens(parley: Parley, baseUrl: string) {
  /** Makes a token for 15 minutes; undefined for a user who may not see the document. */
  async function token(userId: string) {
    const accessRole = roles.get(userId);
    if (accessRole === undefined) return undefined;
    const resources = [{ type: "organization", id: organizationId, accessRole } as const];
    return parley.userTokens.generate({ userId, permissions: { resources }, expiresInSeconds: 900 });
  }

  /** What the page shows about the user and about the people whom a comment may mention. */
  async function session(userId: string) {
    const role = roles.get(userId);
    if (role === undefined) return undefined;
    const { data } = await parley.users.list({ organizationId, pageSize: 100 });
    const people = data.map(({ userId, name = userId }) => ({ userId, name }));
    const user = people.find((person) => person.userId === userId) ?? { userId, name: userId };
    return { user, role, people, organizationId, documentId, baseUrl };
  }

  return { token, session };
}
