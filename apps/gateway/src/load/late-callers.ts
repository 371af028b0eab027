import { LRUCache } from "lru-cache";
import type { Credential } from "../credentials/credential.ts";
import type { Checked, HeaderNames, Headers } from "../credentials/credential-check.ts";

// Far less than the 5 s that a revoked token has left, and as long as hundreds of refusals.
const rememberedMs = 250;
const most = 1_000;
const perf = { now: () => performance.now() };

/** Whom credentials act for that were found valid a moment ago, in a request that was refused because too many of its caller's wait. */
export class LateCallers {
  readonly #names: HeaderNames;
  readonly #credentials = new LRUCache<string, Credential>({ max: most, ttl: rememberedMs, ttlResolution: 0, perf });

  constructor(names: HeaderNames) {
    this.#names = names;
  }

  /** Remembers the credential of a request whose headers have been checked. */
  add(operation: Checked, headers: Headers, credential: Credential): void {
    const name = this.#nameOf(operation, headers);
    if (name !== undefined) this.#credentials.set(name, credential);
  }

  /** Undefined for all that are not remembered, whether they are valid or not. */
  credentialOf(operation: Checked, headers: Headers): Credential | undefined {
    const name = this.#nameOf(operation, headers);
    return name === undefined ? undefined : this.#credentials.get(name);
  }

  // Sessions of the console and the operator are not looked up here: they have no token of this kind, or act by another.
  #nameOf({ auth }: Checked, headers: Headers): string | undefined {
    const { apiKey, workspaceId, authToken, adminToken } = this.#names;
    if (auth === "admin" || headers[adminToken] !== undefined) return undefined;
    const principal = headers[auth === "apiKey" ? apiKey : workspaceId];
    const token = headers[authToken];
    return typeof principal === "string" && typeof token === "string" ? `${auth}\0${principal}\0${token}` : undefined;
  }
}
