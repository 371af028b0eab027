import { Client } from "../calls/client.ts";
import type { Operation } from "../calls/operation.ts";
import { Me } from "../gen/browser.ts";
import type { NamedUser } from "../gen/types.ts";
import { ChangeStream } from "./live/change-stream.ts";
import type { DocumentPlace } from "./live/follower.ts";
import { LiveInbox } from "./live/live-inbox.ts";
import { LiveThreads } from "./live/live-threads.ts";
import { type GetToken, Tokens } from "./tokens.ts";

// Without a token for so long, the window connects by itself, and says what is wrong.
const longestNamingMs = 10_000;
const changesStream: Operation = { name: "me.watchChanges", path: "/v2/me/changes/stream", auth: "user" };

/** How a page reaches Parley, and for which user. */
export interface UserParleyOptions {
  /** The address of the gateway, such as `https://parley.example.com`. */
  readonly baseUrl: string;
  /**
   * Gets a token of the user from your own server. It is called when there is no token, when the token nears its end, and when it was
   * refused.
   */
  readonly getToken: GetToken;
  /** The user: shown as the author of what is added until the server has confirmed it. */
  readonly user: NamedUser;
  /** The longest time of one attempt in ms; 30,000 by default. */
  readonly timeoutMs?: number;
  /** How often a request is repeated after a passing failure; 4 by default. */
  readonly maxRetries?: number;
}

/**
 * The client for a page in a browser: it acts for one user, with a token from your server. One client is enough for a page; all its live
 * lists of an organization share one connection, also with other windows that show the same documents to the same user.
 */
export class UserParley extends Me {
  readonly #client: Client;
  readonly #tokens: Tokens;
  readonly #streams = new Map<string, ChangeStream>();
  readonly #user: NamedUser;
  readonly #host: string;

  constructor({ getToken, user, ...options }: UserParleyOptions) {
    const tokens = new Tokens(getToken);
    // No cookies are sent, because the token says who the user is.
    const send = tokens.sendingBy((url, request) => fetch(url, { ...request, credentials: "omit" }));
    const client = new Client({ ...options, fetch: send });
    super(client);
    this.#client = client;
    this.#tokens = tokens;
    this.#user = user;
    this.#host = `parley ${options.baseUrl}`;
  }

  /** The threads of a document, live; with `statusIds`, only threads with one of these statuses. */
  liveThreads(place: DocumentPlace, { statusIds }: { readonly statusIds?: readonly string[] } = {}): LiveThreads {
    const { organizationId, documentId } = place;
    const wanted = statusIds && [...statusIds];
    return new LiveThreads({
      place: { organizationId, documentId },
      stream: this.#streamOf(organizationId),
      calls: this,
      user: this.#user,
      read: () => this.getThreads({ organizationId, documentId, pageSize: 200, ...(wanted && { statusIds: wanted }) }),
      isIn: ({ status }) => wanted?.includes(status.id) ?? true,
    });
  }

  /** The user's inbox in an organization, live; with a `documentId`, only the entries of that document. */
  liveInbox(place: { readonly organizationId: string; readonly documentId?: string }): LiveInbox {
    return new LiveInbox({ place, stream: this.#streamOf(place.organizationId), calls: this, userId: this.#user.userId });
  }

  #streamOf(organizationId: string): ChangeStream {
    const known = this.#streams.get(organizationId);
    if (known !== undefined) return known;
    const stream = new ChangeStream({
      open: (documentIds, cursor, signal) => {
        const which = documentIds.length === 0 ? {} : ({ documentIds, include: ["thread"] } as const);
        return this.#client.open(changesStream, { organizationId, ...which, cursor }, { signal });
      },
      onRefused: () => this.#tokens.forget(),
      host: this.#host,
      // Windows share what one user of one API key may receive.
      nameOf: async (documentIds, signal) => {
        const { aud, sub } = await this.#tokens.claims(AbortSignal.any([signal, AbortSignal.timeout(longestNamingMs)]));
        return JSON.stringify([this.#host, aud, sub, organizationId, ...[...documentIds].sort()]);
      },
    });
    this.#streams.set(organizationId, stream);
    return stream;
  }
}
