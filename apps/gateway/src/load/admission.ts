import { type Failure, limitFor } from "@parley/kernel";
import { type Credential, callerOf, limitsOf, scopeOf } from "../credentials/credential.ts";
import type { CredentialCheck, Headers } from "../credentials/credential-check.ts";
import { HttpFailure } from "../errors/http-failure.ts";
import type { Route } from "../operations/operation.ts";
import { RequestRate } from "../rates/request-rate.ts";
import { type FairQueue, queueIsFull } from "./fair-queue.ts";
import { Shares } from "./shares.ts";

export interface AdmissionOptions {
  readonly credentials: Pick<CredentialCheck, "check" | "known" | "refusal">;
  readonly queue: Pick<FairQueue, "isOverloaded">;
  readonly requestTimeoutMs: number;
  readonly maxInFlight: number;
  /** 0: a tenth of all. */
  readonly maxInFlightPerKey: number;
  /** Of one API key; 0: no limit. */
  readonly maxRequestsPerSecond: number;
  readonly maxBodyBytesInMemory: number;
  readonly maxStreams: number;
  /** Of one API key. */
  readonly maxStreamsPerKey: number;
  /** Of users in their browsers, which take no places of the API keys' own. */
  readonly maxUserStreams: number;
  readonly maxStreamsPerUser: number;
  /** Of one user; 0: no limit. */
  readonly maxRequestsPerSecondPerUser: number;
}

/** A request of which nothing is read but its head. */
export interface Head {
  readonly headers: Headers;
  /** The client's address. */
  readonly address: string;
  /** Called as soon as it is known whom the request acts for. */
  readonly onKnown: (credential: Credential) => void;
}

/** Of a request that is shed. */
interface Shed {
  readonly error: Failure;
  /** Undefined when nobody knows whom it acts for. */
  readonly credential: Credential | undefined;
}

// Part of all places that one tenant has.
const tenantPart = 0.1;
// Part of all places, and of a tenant's, for requests that wait for something outside: the rest is for those that do not.
const waitingPart = 0.5;
// Of one user: more than a page has under way that waits for what it asked.
const mostPerUser = 20;
// How many seconds of a user's rate may come at once: a page asks for much when it opens.
const userBurstSeconds = 5;
// Part of the room for bodies that one tenant has, so that others find some.
const bodiesPart = 0.25;

/** Whether a request is served: decided in one place, before anything of its body is read. */
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
    const { maxInFlight: most, maxInFlightPerKey, maxRequestsPerSecond, maxBodyBytesInMemory: mostBytes } = options;
    const mostPerTenant = maxInFlightPerKey === 0 ? Math.ceil(most * tenantPart) : maxInFlightPerKey;
    const waiting = { most: Math.ceil(most * waitingPart), mostPerTenant: Math.ceil(mostPerTenant * waitingPart) };
    this.#options = options;
    this.#rate = new RequestRate(maxRequestsPerSecond);
    this.#places = new Shares({ most, mostPerTenant, refusal: noPlace("requests") });
    this.#waitingPlaces = new Shares({ ...waiting, refusal: noPlace("requests") });
    this.#streams = new Shares({ most: options.maxStreams, mostPerTenant: options.maxStreamsPerKey, refusal: noPlace("streams") });
    this.#userRate = new RequestRate(options.maxRequestsPerSecondPerUser, { of: "user", burstSeconds: userBurstSeconds });
    this.#userPlaces = new Shares({ most, mostPerTenant: mostPerUser, refusal: noPlace("requests") });
    const mostOfUser = options.maxStreamsPerUser;
    this.#userStreams = new Shares({ most: options.maxUserStreams, mostPerTenant: mostOfUser, refusal: noPlace("streams") });
    this.#bodies = new Shares({ most: mostBytes, mostPerTenant: mostBytes * bodiesPart, refusal: noRoom });
  }

  /**
   * Why a request is shed by its head alone, or undefined: its tenant is overloaded, or its credentials are unknown and would not be looked up. Under overload
   * most are such, and what they take is taken from the others: this waits for nothing, and costs a third of `admit`, which would fail too.
   */
  shed(route: Route, { headers, address }: { readonly headers: Headers; readonly address: () => string }): Shed | undefined {
    const { credentials } = this.#options;
    const unknown = credentials.refusal(route, headers, address);
    if (unknown !== undefined) return { error: unknown, credential: undefined };
    const credential = credentials.known(route, headers);
    if (credential === undefined || !this.#isOverloaded(route, credential)) return undefined;
    return { error: queueIsFull(scopeOf(credential), this.#count(credential)), credential };
  }

  /**
   * With what its body takes at most. Returns headers of its answer, and what is to be called once the request has ended and its answer has gone, for its body
   * before that where nothing of it is needed any longer. Fails with UNAUTHENTICATED, PERMISSION_DENIED, RESOURCE_EXHAUSTED or UNAVAILABLE.
   */
  async admit(route: Route, { headers, address, onKnown }: Head, bodyBytes: number) {
    const credential = await this.#options.credentials.check(route, headers, address);
    onKnown(credential);
    const tenant = scopeOf(credential);
    const rateHeaders = this.#count(credential);
    if (this.#isOverloaded(route, credential)) throw queueIsFull(tenant, rateHeaders);
    const by = { tenant, workspace: credential.level === "admin" ? tenant : credential.workspaceId };
    using taken = new DisposableStack();
    // A stream lasts: it takes no place of other requests.
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

  // The user's own rate first: what it refuses is not counted for the API key.
  #count(credential: Credential): Readonly<Record<string, string>> {
    if (credential.level === "user") {
      const ofUser = this.#userRate.count(callerOf(credential));
      return { ...this.#rate.count(scopeOf(credential), limitsOf(credential).requestsPerSecond), ...ofUser };
    }
    return this.#rate.count(scopeOf(credential), limitsOf(credential).requestsPerSecond);
  }

  #mostStreams(credential: Credential): number {
    return limitFor(limitsOf(credential).streams, this.#options.maxStreamsPerKey);
  }

  // What waits for something outside takes no time of the process, and does not queue.
  #isOverloaded({ waits, timeoutMs = this.#options.requestTimeoutMs }: Route, by: Credential): boolean {
    return !waits && this.#options.queue.isOverloaded(scopeOf(by), timeoutMs);
  }
}

function noPlace(what: "requests" | "streams") {
  return (name?: string) => {
    const problem =
      name === undefined ? "The service has too much to do right now" : `${name} has as many ${what} running as it may have at one gateway`;
    return new HttpFailure("resource_exhausted", `${problem}. Try again.`, { shed: true });
  };
}

// The connection is closed, so that nothing of the body needs to be read.
function noRoom(name?: string): HttpFailure {
  const problem =
    name === undefined ? "There is no room for the body of this request" : `The bodies of ${name} take as much room as they may`;
  const kind = name === undefined ? "unavailable" : "resource_exhausted";
  return new HttpFailure(kind, `${problem} right now. Try again.`, { headers: { connection: "close" }, shed: true });
}
