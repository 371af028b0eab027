import { RemoteFailure } from "@parley/rpc";
import type { Origin } from "../../audit/audit-log.ts";
import type { BeginSession, BegunSession } from "../session/begin-session.ts";
import type { SignInRecords } from "../session/sign-in-records.ts";
import { accessOf, type Grant, personOf, valuesOf } from "./grants.ts";
import type { Vouched } from "./identity-provider.ts";

interface OidcSessionsOptions {
  readonly begin: BeginSession;
  readonly records: SignInRecords;
  readonly claim: string;
  readonly grants: readonly Grant[];
  /** Called for a person without a matching grant, and for a grant that names an unknown workspace. */
  readonly onNoAccess: (person: string) => void;
}

// A cookie holds 4,096 characters, and the sealed ID token shares them with the rest of the session.
const mostIdToken = 1_800;

export const noAccess = Symbol("no access");

/** Begins sessions for people whom the identity provider has authenticated. */
export class OidcSessions {
  readonly #options: OidcSessionsOptions;

  constructor(options: OidcSessionsOptions) {
    this.#options = options;
  }

  /** The session, or `noAccess` when no grant matches the claims. Fails when the workspace service cannot create one. */
  async begin({ claims, idToken }: Vouched, wanted: string | undefined, origin: Origin): Promise<BegunSession | typeof noAccess> {
    const { claim, grants, begin, records, onNoAccess } = this.#options;
    const person = personOf(claims);
    const access = accessOf(grants, valuesOf(claims, claim), wanted);
    try {
      const beginning = access && { ...access, person, ...(idToken.length > mostIdToken ? {} : { idToken }) };
      if (beginning !== undefined) return await records.signedIn(beginning, origin, () => begin(beginning));
    } catch (error) {
      const isUnknown = error instanceof RemoteFailure && error.failure?.kind === "not_found";
      if (!isUnknown) throw error;
    }
    if (wanted !== undefined) await records.refused({ workspaceId: wanted, person }, origin);
    onNoAccess(person);
    return noAccess;
  }
}
