import { type Credential, limitsOf, scopeOf } from "../credentials/credential.ts";
import type { CredentialCheck, HeaderNames, Headers } from "../credentials/credential-check.ts";
import type { Route } from "../operations/operation.ts";
import { RequestRate } from "../rates/request-rate.ts";
import { BodyBudget } from "./body-budget.ts";
import { type GiveBack, InFlight } from "./in-flight.ts";
import { LateCallers } from "./late-callers.ts";
import { type Turns, tooMany } from "./turns.ts";

export interface AdmissionOptions {
  readonly names: HeaderNames;
  readonly credentials: CredentialCheck;
  readonly inFlight: InFlight;
  /** Of operations that wait for something outside. */
  readonly waiting: InFlight;
  /** Of operations that last, which take no other place. */
  readonly streams: InFlight;
  readonly bodies: BodyBudget;
  readonly turns: Turns;
  /** Absent: no limit. */
  readonly rate?: RequestRate | undefined;
}

/** What is known of a request before its body is read. */
interface RequestHead {
  readonly headers: Headers;
  /** Where it comes from. */
  readonly address: string;
  /** What its body takes at most. */
  readonly bodyBytes: number;
}

/** What is seen of a request at once. */
export interface SeenHead {
  readonly headers: Headers;
  readonly address: () => string;
}

/** A request that may be read and served. */
interface Admitted {
  readonly credential: Credential;
  /** Headers of its answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** To be called once, when the request has ended and its answer has gone. */
  readonly leave: GiveBack;
  /** To be called before that when nothing of the body is needed any longer. */
  readonly leaveBody: GiveBack;
}

/** A request that is refused as others of its caller, or of its sender, were a moment ago. */
export interface RefusedAgain {
  /** Absent when nobody knows whom it acts for. */
  readonly credential: Credential | undefined;
  readonly error: unknown;
}

interface AdmissionBounds {
  readonly maxInFlight: number;
  /** 0: a tenth of all. */
  readonly maxInFlightPerKey: number;
  /** Of one API key; 0: no limit. */
  readonly maxRequestsPerSecond: number;
  readonly maxBodyBytesInMemory: number;
  readonly maxStreams: number;
  /** Of one API key. */
  readonly maxStreamsPerKey: number;
}

/** Admission with the bounds of a gateway. */
export function admissionOf(config: AdmissionBounds, parts: Pick<AdmissionOptions, "names" | "credentials" | "turns">): Admission {
  const { maxInFlight: most, maxInFlightPerKey, maxRequestsPerSecond, maxBodyBytesInMemory } = config;
  const mostPerKey = maxInFlightPerKey === 0 ? Math.ceil(most / 10) : maxInFlightPerKey;
  return new Admission({
    ...parts,
    inFlight: new InFlight({ most, mostPerKey }),
    // Requests that wait leave half of all places, and half of their own key's share, to those that do not.
    waiting: new InFlight({ most: Math.ceil(most / 2), mostPerKey: Math.ceil(mostPerKey / 2) }),
    streams: new InFlight({ most: config.maxStreams, mostPerKey: config.maxStreamsPerKey, what: "streams", ownLimit: "streams" }),
    bodies: new BodyBudget(maxBodyBytesInMemory),
    rate: new RequestRate(maxRequestsPerSecond),
  });
}

/** Who may have a request served: found out, and counted, before anything of its body is read. */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #late: LateCallers;

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#late = new LateCallers(options.names);
  }

  /**
   * The refusal of a request that has so much time, if requests with these headers were refused a moment ago because too many of their caller's wait, and
   * this one would be too; or if its credentials are unknown and would not be looked up. By far cheaper than `admit`, which does not change what it says.
   */
  refusedAgain(operation: Route, { headers, address }: SeenHead, timeMs: number): RefusedAgain | undefined {
    const { credentials, turns, rate } = this.#options;
    const unknown = credentials.refusal(operation, headers, address);
    if (unknown !== undefined) return { credential: undefined, error: unknown };
    const credential = operation.waits ? undefined : this.#late.credentialOf(operation, headers);
    if (credential === undefined || !turns.isLate(scopeOf(credential), timeMs)) return undefined;
    try {
      return { credential, error: tooMany(scopeOf(credential), rate?.count(scopeOf(credential), limitsOf(credential).requestsPerSecond)) };
    } catch (error) {
      return { credential, error };
    }
  }

  /** Fails with UNAUTHENTICATED, PERMISSION_DENIED, RESOURCE_EXHAUSTED or UNAVAILABLE. `onKnown` hears whom the request acts for. */
  async admit(operation: Route, { headers, address, bodyBytes }: RequestHead, onKnown: (by: Credential) => void): Promise<Admitted> {
    const { credentials, bodies, turns, rate } = this.#options;
    const credential = await credentials.check(operation, headers, address);
    onKnown(credential);
    const answerHeaders = rate?.count(scopeOf(credential), limitsOf(credential).requestsPerSecond) ?? {};
    if (!operation.waits && turns.isLate(scopeOf(credential))) {
      this.#late.add(operation, headers, credential);
      throw tooMany(scopeOf(credential), answerHeaders);
    }
    const taken = new Set<GiveBack>();
    const leave = () => {
      for (const giveBack of taken) giveBack();
    };
    try {
      for (const places of this.#placesFor(operation)) taken.add(places.enter(credential));
      const giveBack = bodies.take(scopeOf(credential), bodyBytes);
      taken.add(giveBack);
      const leaveBody = () => void (taken.delete(giveBack) && giveBack());
      return { credential, headers: answerHeaders, leave, leaveBody };
    } catch (error) {
      leave();
      throw error;
    }
  }

  #placesFor({ waits, lasts }: Route): InFlight[] {
    const { inFlight, waiting, streams } = this.#options;
    if (lasts) return [streams];
    return waits ? [inFlight, waiting] : [inFlight];
  }
}
