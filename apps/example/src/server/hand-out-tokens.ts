import type { Parley } from "@parley/sdk";

type Role = "editor" | "commenter" | "viewer";

const organizationId = "acme";
const documentId = "welcome";

/** Who may do what is for your server to say: here it is written down. */
const roles = new Map<string, Role>([
  ["alice", "editor"],
  ["bob", "commenter"],
  ["carol", "commenter"],
  ["dan", "viewer"],
]);

/** What your own server does for its pages: it says who is signed in, and hands out tokens that let them act at Parley as that user and as nobody else. */
export function handOutTokens(parley: Parley, baseUrl: string) {
  /** A token of a user, for as long as a page needs between two of them; undefined for somebody who may not see the document. */
  async function token(userId: string) {
    const accessRole = roles.get(userId);
    if (accessRole === undefined) return undefined;
    const resources = [{ type: "organization", id: organizationId, accessRole } as const];
    return parley.userTokens.generate({ userId, permissions: { resources }, expiresInSeconds: 900 });
  }

  /** What the page shows of the user, and of those whom a comment may mention. */
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
