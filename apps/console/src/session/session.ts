import { queryOptions, useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { hasLinkSecret, isPortal, portalHeaders } from "./secrets-in-address.ts";

export type Role = "read" | "act" | "administrate";

export const roleWords = { read: "Viewer", act: "Editor", administrate: "Administrator" } as const satisfies Record<Role, string>;

/** The signed-in session. The credentials themselves are in a cookie that scripts cannot read. */
export interface Session {
  readonly workspaceId: string;
  readonly role: Role;
  readonly person: string;
  readonly expiresAt: number;
}

export interface SessionAnswer {
  readonly headerPrefix: string;
  readonly session: Session | null;
  /** The API key of a webhook portal link. */
  readonly apiKey?: string;
  /** The address of the API reference; absent where it is not served. */
  readonly reference?: string;
  /** The name of the identity provider that people sign in with; absent where there is none. */
  readonly provider?: string;
  /** The address at which a signed-out person also signs out at the identity provider. */
  readonly leaveTo?: string;
}

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: () => (isPortal ? openLink() : send("GET")),
  staleTime: 60_000,
});

export type SignIn = { readonly workspaceId: string; readonly token: string; readonly role: Role } | { readonly code: string };

/** Begins a session. Fails with a sentence that says why it was refused. */
export function signIn(credentials: SignIn): Promise<SessionAnswer> {
  return send("POST", credentials);
}

/** Ends the session; returns the address that ends it at the identity provider too. */
export async function signOut(): Promise<string | undefined> {
  return (await send("DELETE")).leaveTo;
}

/** A failure to begin, load or end a session. */
export class SessionFailure extends Error {
  readonly requestId: string;

  constructor(message: string, requestId: string) {
    super(message);
    this.requestId = requestId;
  }
}

/** Whether the session has a role or a higher one. */
export function may(session: Session, needed: Role): boolean {
  const order: readonly Role[] = ["read", "act", "administrate"];
  return order.indexOf(session.role) >= order.indexOf(needed);
}

function send(method: "GET" | "POST" | "DELETE", body?: object): Promise<SessionAnswer> {
  const json = body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return ask("/console/session", { method, ...json });
}

async function openLink(): Promise<SessionAnswer> {
  if (!hasLinkSecret) throw new SessionFailure("A reloaded page no longer has its link. Open the link again where you found it.", "");
  return ask("/console/portal", { method: "POST", headers: portalHeaders() });
}

type Answer = SessionAnswer & { readonly error?: { readonly message: string } };

async function ask(path: string, init: RequestInit): Promise<SessionAnswer> {
  const response = await fetch(path, { ...init, redirect: "error" }).catch(() => undefined);
  if (response === undefined) throw new SessionFailure("Parley could not be reached. Check your connection, and try again.", "");
  const requestId = response.headers.get("x-request-id") ?? "";
  // Proxies in front of the gateway respond in their own form.
  const answer = (await response.json().catch(() => undefined)) as Answer | undefined;
  if (answer === undefined) throw new SessionFailure(`Parley is not responding (status ${response.status}). Try again.`, requestId);
  if (answer.error !== undefined) throw new SessionFailure(answer.error.message, requestId);
  return answer;
}

/** Whether the session is over. If so, the router checks it again and shows the sign-in page. */
export function useSessionEnd(): boolean {
  const { data } = useQuery(sessionQuery);
  const router = useRouter();
  const isOver = data?.session === null;
  useEffect(() => {
    if (isOver) void router.invalidate();
  }, [isOver, router]);
  return isOver;
}
