import { queryOptions } from "@tanstack/react-query";
import { isPortal, portalHeaders } from "./portal-link.ts";

export type Role = "read" | "act" | "administrate";

export const roleWords = { read: "Viewer", act: "Editor", administrate: "Administrator" } as const satisfies Record<Role, string>;

/** Who is signed in. The credentials themselves lie in a cookie that no script reads. */
export interface Session {
  readonly workspaceId: string;
  readonly role: Role;
  readonly person: string;
  readonly expiresAt: number;
}

export interface SessionAnswer {
  readonly headerPrefix: string;
  readonly session: Session | null;
  /** The API key that a link to the webhook pages is of. */
  readonly apiKey?: string;
  /** Where the reference of the API is; absent where it is not served. */
  readonly reference?: string;
  /** What the identity provider is called at which people sign in; absent where there is none. */
  readonly provider?: string;
  /** Where whoever has signed out goes to sign out at the identity provider too. */
  readonly leaveTo?: string;
}

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: () => (isPortal ? openLink() : send("GET")),
  staleTime: 60_000,
});

export type SignIn = { readonly workspaceId: string; readonly token: string; readonly role: Role } | { readonly code: string };

/** Begins a session. Fails with the sentence that says why not. */
export function signIn(credentials: SignIn): Promise<SessionAnswer> {
  return send("POST", credentials);
}

/** Ends the session; returns where to go to end that at the identity provider too. */
export async function signOut(): Promise<string | undefined> {
  return (await send("DELETE")).leaveTo;
}

/** Why a session was not begun, asked for, or ended. */
export class SessionFailure extends Error {
  readonly requestId: string;

  constructor(message: string, requestId: string) {
    super(message);
    this.requestId = requestId;
  }
}

/** Whether the session may do what needs a role. */
export function may(session: Session, needed: Role): boolean {
  const order: readonly Role[] = ["read", "act", "administrate"];
  return order.indexOf(session.role) >= order.indexOf(needed);
}

function send(method: "GET" | "POST" | "DELETE", body?: object): Promise<SessionAnswer> {
  const json = body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return ask("/console/session", { method, ...json });
}

function openLink(): Promise<SessionAnswer> {
  return ask("/console/portal", { method: "POST", headers: portalHeaders() });
}

type Answer = SessionAnswer & { readonly error?: { readonly message: string } };

async function ask(path: string, init: RequestInit): Promise<SessionAnswer> {
  const response = await fetch(path, init).catch(() => undefined);
  if (response === undefined) throw new SessionFailure("Parley could not be reached. Look at your connection, and try again.", "");
  const requestId = response.headers.get("x-request-id") ?? "";
  // What stands before the gateway answers in its own form.
  const answer = (await response.json().catch(() => undefined)) as Answer | undefined;
  if (answer === undefined)
    throw new SessionFailure(`Parley does not answer at the moment (status ${response.status}). Try again.`, requestId);
  if (answer.error !== undefined) throw new SessionFailure(answer.error.message, requestId);
  return answer;
}
