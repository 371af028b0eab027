import { Client } from "../calls/client.ts";
import type { Operation } from "../calls/operation.ts";
import { Me } from "../gen/browser.ts";
import type { NamedUser } from "../gen/types.ts";
import { ChangeStream, type DocumentPlace } from "./live/change-stream.ts";
import { LiveInbox } from "./live/live-inbox.ts";
import { LiveThreads } from "./live/live-threads.ts";
import { type GetToken, Tokens } from "./tokens.ts";

const changesStream: Operation = { name: "me.watchChanges", path: "/v2/me/changes/stream", auth: "user" };

/** How a page reaches Parley, and for whom. */
export interface UserParleyOptions {
  /** Where the gateway is, such as `https://parley.example.com`. */
  readonly baseUrl: string;
  /** Gets a token of the user from your own server; called again when it nears its end, and when it was refused. */
  readonly getToken: GetToken;
  /** Who the user is: the author of what is added, until the server says so. */
  readonly user: NamedUser;
  /** Longest time of one attempt in ms; 30,000 by default. */
  readonly timeoutMs?: number;
  /** How often a request is sent again after a failure that passes; 4 by default. */
  readonly maxRetries?: number;
}

/**
 * Parley for a page in a browser: what one user may see and do, with a token that your server hands out. One is enough for a page; all its live lists of an organization share one
 * connection.
 */
export class UserParley extends Me {
  readonly #client: Client;
  readonly #tokens: Tokens;
  readonly #streams = new Map<string, ChangeStream>();
  readonly #user: NamedUser;

  constructor({ getToken, user, ...options }: UserParleyOptions) {
    const tokens = new Tokens(getToken);
    // No cookie goes along: the token says who asks.
    const send = tokens.sendingBy((url, request) => fetch(url, { ...request, credentials: "omit" }));
    const client = new Client({ ...options, fetch: send });
    super(client);
    this.#client = client;
    this.#tokens = tokens;
    this.#user = user;
  }

  /** The threads of a document, live. With `statuses` only those in one of these. */
  liveThreads(place: DocumentPlace, { statuses }: { readonly statuses?: readonly string[] } = {}): LiveThreads {
    const { organizationId, documentId } = place;
    const wanted = statuses && [...statuses];
    return new LiveThreads({
      place: { organizationId, documentId },
      stream: this.#streamOf(organizationId),
      calls: this,
      user: this.#user,
      read: () => this.getThreads({ organizationId, documentId, pageSize: 200, ...(wanted && { statuses: wanted }) }),
      isIn: ({ status }) => wanted?.includes(status.id) ?? true,
    });
  }

  /** The user's inbox in an organization, live; with a document, only what is about that. */
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
    });
    this.#streams.set(organizationId, stream);
    return stream;
  }
}
