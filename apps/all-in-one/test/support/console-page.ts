import { Customer, type HttpAnswer, type Workspace } from "./customer.ts";

/** The gateway's own address, and the workspace that is signed in to. */
interface PagePlace {
  readonly url: string;
  readonly workspace: Workspace;
}

/** The requests that a page of the console sends to a gateway that is started later. */
export function consolePage(at: () => PagePlace) {
  /** The headers that a browser sends with a request of the page itself. */
  const ownPage = () => ({ origin: at().url, "sec-fetch-site": "same-origin" });

  function signIn(credentials: object, headers: Record<string, string> = ownPage()): Promise<HttpAnswer> {
    const json = { "content-type": "application/json", ...headers };
    return new Customer(at().url).send("/console/session", JSON.stringify(credentials), { headers: json });
  }

  /** The body that signs in to the workspace with its token. */
  function presented(role: string, token = at().workspace.owner.credentials["x-svc-auth-token"]) {
    return { workspaceId: at().workspace.workspaceId, token, role };
  }

  /** The cookie of a new session. */
  async function sessionOf(role: string, token?: string): Promise<string> {
    const answer = await signIn(presented(role, token));
    if (answer.status !== 200) throw new Error(`Signing in answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return cookieOf(answer);
  }

  function signOut(cookie: string, headers: Record<string, string> = ownPage()): Promise<HttpAnswer> {
    return new Customer(at().url).send("/console/session", undefined, { method: "DELETE", headers: { ...headers, cookie } });
  }

  /** The request by which a page reads its session; browsers send no origin with it. */
  function shown(headers: Record<string, string>): Promise<HttpAnswer> {
    return new Customer(at().url).send("/console/session", undefined, { method: "GET", headers });
  }

  function call(path: string, data: object, cookie: string, headers: Record<string, string> = {}): Promise<HttpAnswer> {
    return new Customer(at().url).post(path, data, { ...ownPage(), cookie, "x-svc-api-key": at().workspace.apiKey, ...headers });
  }

  return { ownPage, signIn, presented, sessionOf, signOut, shown, call };
}

/** The pair of name and value that a response sets. */
export function cookieOf({ headers }: HttpAnswer): string {
  return String(headers["set-cookie"]).split(";")[0] ?? "";
}
