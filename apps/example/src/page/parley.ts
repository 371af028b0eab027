import { UserParley } from "@parley/sdk/browser";

/** What your own server tells its page of whoever is signed in. */
interface Session {
  readonly user: Person;
  /** What the page offers; what is allowed, the token says. */
  readonly role: "editor" | "commenter" | "viewer";
  /** Whom a comment may mention: your directory, not Parley's. */
  readonly people: readonly Person[];
  readonly organizationId: string;
  readonly documentId: string;
  /** Where Parley is. */
  readonly baseUrl: string;
}

export type Person = { readonly userId: string; readonly name: string };

// In place of your sign-in: the address says who looks.
const as = new URLSearchParams(location.search).get("as") ?? "alice";

async function ask<Answer>(path: string): Promise<Answer> {
  const body = JSON.stringify({ as });
  const response = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json() as Promise<Answer>;
}

export const session = await ask<Session>("session");

const parley = new UserParley({
  baseUrl: session.baseUrl,
  user: session.user,
  getToken: async () => (await ask<{ token: string }>("token")).token,
});

// Both lists share one connection.
export const threads = parley.liveThreads(session);
export const inbox = parley.liveInbox({ organizationId: session.organizationId });

/** The name that the page knows somebody by: some comments were written by people who have none. */
export function nameOf(user: { readonly userId: string; readonly name?: string | undefined } | null): string {
  if (user === null) return "Somebody";
  return user.name ?? session.people.find(({ userId }) => userId === user.userId)?.name ?? user.userId;
}
