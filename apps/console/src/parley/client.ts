import { Parley } from "@parley/sdk";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import { isPortal, portalHeaders } from "../session/secrets-in-address.ts";
import { may, type Role, type Session, sessionQuery } from "../session/session.ts";

// The client requires a token, but the gateway uses the session cookie; none is sent.
const inTheCookie = "in-the-cookie";

/** A client for a workspace and, if one is chosen, an API key. */
function parleyOf(headerPrefix: string, workspaceId: string, apiKey: string | undefined): Parley {
  const send: typeof fetch = (url, init) => {
    const headers = new Headers(init?.headers);
    headers.delete(`${headerPrefix}auth-token`);
    for (const [name, value] of Object.entries(portalHeaders())) headers.set(name, value);
    return fetch(url, { ...init, headers, credentials: "same-origin" });
  };
  return new Parley({
    baseUrl: location.origin,
    headerPrefix,
    workspaceId,
    apiKey,
    workspaceToken: inTheCookie,
    authToken: inTheCookie,
    maxRetries: 2,
    fetch: send,
  });
}

interface Acting {
  readonly parley: Parley;
  /** The API key in the address; empty on pages of the workspace. */
  readonly apiKey: string;
  readonly session: Session;
  readonly may: (role: Role) => boolean;
  /** Whether the page was opened by a webhook portal link, which has no other pages. */
  readonly isPortal: boolean;
}

/** The client and session of a page; only for pages of signed-in users. */
export function useParley(): Acting {
  const { key = "" } = useParams({ strict: false }) as { key?: string };
  const { data } = useQuery(sessionQuery);
  const session = data?.session;
  if (data === undefined || session === null || session === undefined) throw new Error("Nobody is signed in.");
  const parley = useMemo(
    () => parleyOf(data.headerPrefix, session.workspaceId, key || undefined),
    [data.headerPrefix, session.workspaceId, key],
  );
  return { parley, apiKey: key, session, may: (role) => may(session, role), isPortal };
}
