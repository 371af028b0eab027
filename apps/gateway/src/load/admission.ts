import { limitFor } from "@parley/kernel";
import { type Credential, callerOf, limitsOf, scopeOf } from "../credentials/credential.ts";
import type { CredentialCheck, Headers } from "../credentials/credential-check.ts";
import { HttpFailure } from "../errors/http-failure.ts";
import type { Route } from "../operations/operation.ts";
import { RequestRate } from "../rates/request-rate.ts";
import type { FairQueue } from "./fair-queue.ts";
import { Shares } from "./shares.ts";
import { queueIsFull } from "./waiting.ts";

export interface AdmissionOptions {
  readonly credentials: Pick<CredentialCheck, "check" | "known" | "refusal">;
  readonly queue: Pick<FairQueue, "isOverloaded">;
  readonly requestTimeoutMs: number;
  readonly maxInFlight: number;
  /** 0 means a tenth of `maxInFlight`. */
  readonly maxInFlightPerKey: number;
  /** For each API key; 0 for no limit. */
  readonly maxRequestsPerSecond: number;
  readonly maxBodyBytesInMemory: number;
  readonly maxStreams: number;
  /** For each API key. */
  readonly maxStreamsPerKey: number;
  /** Streams of users in browsers, which are counted apart from the streams of API keys. */
  readonly maxUserStreams: number;
  readonly maxStreamsPerUser: number;
  /** For each user; 0 for no limit. */
  readonly maxRequestsPerSecondPerUser: number;
}

/** A request whose head alone has been read. */
export interface Head {
  readonly headers: Headers;
  /** The client's address. */
  readonly address: string;
  /** Called as soon as the credential has been checked. */
  readonly onKnown: (credential: Credential) => void;
}

// Part of all places that one tenant may have.
const tenantPart = 0.1;
// Part of all places, and of a tenant's places, for requests that wait for an outside service. The rest stays free for other requests.
const waitingPart = 0.5;
// Running requests of one user: more than a page sends at a time.
const mostPerUser = 20;
// The burst of a user, in seconds of the user's rate: a page sends many requests when it opens.
const userBurstSeconds = 5;
// Part of the memory for bodies that one tenant may hold, so that some is left for others.
const bodiesPart = 0.25;

/** Decides whether a request is served, before any of its body is read. `http-server.ts` turns connections of strangers away earlier. */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #rate: RequestRate;
  readonly #places: Shares;
  readonly #waitingPlaces: Shares;
  readonly #streams: Shares;
  readonly #userRate: RequestRate;
  readonly #userPlaces: Shares;
  readonly #userStreams: Shares;
  readonly #bodies: Shares;

  constructor(options: AdmissionOptions) {
    const { maxInFlight: most, maxInFlightPerKey, maxBodyBytesInMemory: mostBytes } = options;
    const mostPerTenant = maxInFlightPerKey === 0 ? Math.ceil(most * tenantPart) : maxInFlightPerKey;
    const requests = noPlace("requests");
    const streams = noPlace("streams");
    const part = (places: number) => Math.ceil(places * waitingPart);
    this.#options = options;
    this.#rate = new RequestRate(options.maxRequestsPerSecond);
    this.#places = new Shares({ most, mostPerTenant, refusal: requests });
    this.#waitingPlaces = new Shares({ most: part(most), mostPerTenant: part(mostPerTenant), refusal: requests });
    this.#streams = new Shares({ most: options.maxStreams, mostPerTenant: options.maxStreamsPerKey, refusal: streams });
    this.#userRate = new RequestRate(options.maxRequestsPerSecondPerUser, { of: "user", burstSeconds: userBurstSeconds });
    this.#userPlaces = new Shares({ most, mostPerTenant: mostPerUser, refusal: requests });
    this.#userStreams = new Shares({ most: options.maxUserStreams, mostPerTenant: options.maxStreamsPerUser, refusal: streams });
    this.#bodies = new Shares({ most: mostBytes, mostPerTenant: mostBytes * bodiesPart, refusal: noRoom });
  }

  /**
   * Returns why a request is shed by its headers alone, or undefined; `credential` is undefined for unknown credentials. It is shed when its
   * tenant is overloaded, or when its credentials are unknown and would not be looked up. Under overload most requests are shed, so the
   * check has to be cheap: it waits for nothing and costs a third of `admit`, which would fail too.
   */
  shed(route: Route, { headers, address }: { readonly headers: Headers; readonly address: () => string }) {
    const { credentials } = this.#options;
    const error = credentials.refusal(route, headers, address);
    if (error !== undefined) return { error, credential: undefined };
    const credential = credentials.known(route, headers);
    if (credential === undefined || !this.#isOverloaded(route, credential)) return undefined;
    return { error: queueIsFull(scopeOf(credential), this.#count(credential)), credential };
  }

  /**
   * `bodyBytes` is the largest size that the body can have. Returns headers for the response and two functions: `leave`, to be called once
   * the response has been sent, and `leaveBody`, to be called as soon as the body is no longer needed. Fails with UNAUTHENTICATED,
   * PERMISSION_DENIED, RESOURCE_EXHAUSTED or UNAVAILABLE.
   */
  async admit(route: Route, { headers, address, onKnown }: Head, bodyBytes: number) {
    const credential = await this.#options.credentials.check(route, headers, address);
    onKnown(credential);
    const tenant = scopeOf(credential);
    const rateHeaders = this.#count(credential);
    if (this.#isOverloaded(route, credential)) throw queueIsFull(tenant, rateHeaders);
    const by = { tenant, workspace: credential.level === "admin" ? tenant : credential.workspaceId };
    using taken = new DisposableStack();
    // A stream lasts, and is counted as a stream instead of a running request.
    const user = { ...by, tenant: callerOf(credential) };
    if (route.lasts && credential.level === "user") taken.defer(this.#userStreams.take(user));
    else if (route.lasts) taken.defer(this.#streams.take({ ...by, mostPerTenant: this.#mostStreams(credential) }));
    else taken.defer(this.#places.take(by));
    if (credential.level === "user" && !route.lasts) taken.defer(this.#userPlaces.take(user));
    if (route.waits && !route.lasts) taken.defer(this.#waitingPlaces.take(by));
    const body = taken.use(new DisposableStack());
    body.defer(this.#bodies.take({ ...by, amount: bodyBytes }));
    const kept = taken.move();
    return { credential, headers: rateHeaders, leave: () => kept.dispose(), leaveBody: () => body.dispose() };
  }

  // The user's own rate is checked first, so that a request that it refuses is not counted for the API key.
  #count(credential: Credential): Readonly<Record<string, string>> {
    const ofUser = credential.level === "user" ? this.#userRate.count(callerOf(credential)) : {};
    return { ...this.#rate.count(scopeOf(credential), limitsOf(credential).requestsPerSecond), ...ofUser };
  }

  #mostStreams(credential: Credential): number {
    return limitFor(limitsOf(credential).streams, this.#options.maxStreamsPerKey);
  }

  // Requests that wait for an outside service use no processor time, and do not queue.
  #isOverloaded({ waits, timeoutMs = this.#options.requestTimeoutMs }: Route, by: Credential): boolean {
    return !waits && this.#options.queue.isOverloaded(scopeOf(by), timeoutMs);
  }
}

function noPlace(what: "requests" | "streams") {
  return (name?: string) => {
    const problem = name === undefined ? "The service is busy" : `${name} has as many ${what} running as one gateway allows`;
    return new HttpFailure("resource_exhausted", `${problem}. Try again.`, { shed: true });
  };
}

// Closes the connection, so that the body need not be read.
function noRoom(name?: string): HttpFailure {
  const problem =
    name === undefined ? "The memory for request bodies is full" : `The request bodies of ${name} fill its share of the memory`;
  const kind = name === undefined ? "unavailable" : "resource_exhausted";
  return new HttpFailure(kind, `${problem}. Try again.`, { headers: { connection: "close" }, shed: true });
}
