import { Parley } from "@parley/sdk";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import { isPortal, portalHeaders } from "../session/portal-link.ts";
import { may, type Role, type Session, sessionQuery } from "../session/session.ts";

// The client wants tokens; the gateway takes the session's in their place, and none is sent.
const inTheCookie = "in-the-cookie";

/** A client that acts for a workspace, and for one of its API keys where one is chosen. */
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
  /** The API key that the address names; empty on pages of the workspace. */
  readonly apiKey: string;
  readonly session: Session;
  readonly may: (role: Role) => boolean;
  /** Somebody came by a link to the webhook pages: no other page is there for them. */
  readonly isPortal: boolean;
}

/** What a page acts with. Only within the pages of somebody who is signed in. */
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
