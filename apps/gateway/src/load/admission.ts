import { type Credential, scopeOf } from "../credentials/credential.ts";
import type { CredentialCheck, Headers } from "../credentials/credential-check.ts";
import type { Route } from "../operations/operation.ts";
import type { RequestRate } from "../rates/request-rate.ts";
import type { BodyBudget } from "./body-budget.ts";
import type { GiveBack, InFlight } from "./in-flight.ts";
import type { Turns } from "./turns.ts";

interface AdmissionOptions {
  readonly credentials: CredentialCheck;
  readonly inFlight: InFlight;
  /** Of operations that wait for something outside. */
  readonly waiting: InFlight;
  readonly bodies: BodyBudget;
  readonly turns: Turns;
  /** Absent: no bound. */
  readonly rate?: RequestRate | undefined;
}

/** What is known of a request before its body is read. */
export interface RequestHead {
  readonly headers: Headers;
  readonly requestId: string;
  /** Where it comes from. */
  readonly address: string;
  /** What its body takes at most. */
  readonly bodyBytes: number;
}

/** A request that may be read and served. */
export interface Admitted {
  readonly credential: Credential;
  /** Headers of its answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** To be called once, when the request has ended and its answer has gone. */
  readonly leave: GiveBack;
}

/** Who may have a request served: found out, and counted, before anything of its body is read. */
export class Admission {
  readonly #options: AdmissionOptions;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /** Fails with UNAUTHENTICATED, PERMISSION_DENIED, RESOURCE_EXHAUSTED or UNAVAILABLE. `onKnown` hears whom the request acts for. */
  async admit(operation: Route, { headers, address, bodyBytes }: RequestHead, onKnown: (by: Credential) => void): Promise<Admitted> {
    const { credentials, inFlight, waiting, bodies, turns, rate } = this.#options;
    const credential = await credentials.check(operation, headers, address);
    onKnown(credential);
    const answerHeaders = rate?.count(scopeOf(credential)) ?? {};
    if (!operation.waits) turns.refuseLate(scopeOf(credential));
    const taken: GiveBack[] = [];
    const leave = () => {
      for (const giveBack of taken) giveBack();
    };
    try {
      taken.push(inFlight.enter(credential));
      if (operation.waits) taken.push(waiting.enter(credential));
      taken.push(bodies.take(scopeOf(credential), bodyBytes));
    } catch (error) {
      leave();
      throw error;
    }
    return { credential, headers: answerHeaders, leave };
  }
}
