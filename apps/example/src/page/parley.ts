import { UserParley } from "@parley/sdk/browser";

/** What your own server tells its page about the signed-in user. */
interface Session {
  readonly user: Person;
  /** Decides what the page offers; what the user may do is decided by the token. */
  readonly role: "editor" | "commenter" | "viewer";
  /** The people whom a comment may mention. They come from your directory, not from Parley. */
  readonly people: readonly Person[];
  readonly organizationId: string;
  readonly documentId: string;
  /** Where Parley is. */
  readonly baseUrl: string;
}

export type Person = { readonly userId: string; readonly name: string };

// Stands in for your sign-in: the address names the user.
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

/** The name to show for a user: the server's, the directory's, or else the id. */
export function nameOf(user: { readonly userId: string; readonly name?: string | undefined } | null): string {
  if (user === null) return "Somebody";
  return user.name ?? session.people.find(({ userId }) => userId === user.userId)?.name ?? user.userId;
}
