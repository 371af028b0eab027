import { Failure } from "@parley/kernel";
import { RemoteFailure } from "@parley/rpc";
import { type Actor, type Origin, originOf } from "../../audit/audit-log.ts";
import type { Audit } from "../../audit/use-audit.ts";
import type { Headers } from "../../credentials/credential-check.ts";

/** An attempt to sign in. */
interface SignIn {
  readonly workspaceId: string;
  /** Empty for a presented token. */
  readonly person: string;
  /** The presented workspace token. */
  readonly tokenId?: string;
}

/** Records sign-ins to the console, sign-outs and refusals in the audit log. */
export class SignInRecords {
  readonly #audit: Audit;

  constructor(audit: Audit) {
    this.#audit = audit;
  }

  /** Runs a sign-in between its recorded intent and outcome. Nobody is signed in when the intent cannot be recorded. */
  signedIn<Result>(signIn: SignIn, origin: Origin, work: () => Promise<Result>): Promise<Result> {
    return this.#recorded("console.signIn", signIn, origin, work);
  }

  signedOut<Result>(signIn: SignIn, origin: Origin, work: () => Promise<Result>): Promise<Result> {
    return this.#recorded("console.signOut", signIn, origin, work);
  }

  /** Records a refusal, within the bounds. Never fails: the refusal is the response in any case. */
  async refused(signIn: SignIn, origin: Origin): Promise<void> {
    if (!this.#audit.bounds.admits(signIn.workspaceId)) return;
    try {
      const act = await this.#begin("console.signIn", signIn, origin);
      await act.end("refused");
    } catch (error) {
      this.#audit.onLost(error);
    }
  }

  async #recorded<Result>(action: string, signIn: SignIn, origin: Origin, work: () => Promise<Result>): Promise<Result> {
    const act = await this.#begin(action, signIn, origin);
    try {
      const result = await work();
      await act.end("success");
      return result;
    } catch (error) {
      await act.end(isRefusal(error) ? "refused" : "failed");
      throw error;
    }
  }

  #begin(action: string, { workspaceId, person, tokenId = "" }: SignIn, origin: Origin) {
    const actor: Actor = person === "" ? { type: "token", id: tokenId } : { type: "session", id: tokenId, name: person };
    return this.#audit.log.begin({ workspaceId, action, actor, targets: [], apiKeyId: "", changes: [], isRead: false, origin });
  }
}

function isRefusal(error: unknown): boolean {
  const failure = error instanceof RemoteFailure ? error.failure : error;
  return failure instanceof Failure && failure.kind !== "unavailable" && failure.kind !== "deadline_exceeded";
}

/** The origin of a browser's request. */
export function originOfPage({ id, ip, headers }: { readonly id: string; readonly ip: string; readonly headers: Headers }): Origin {
  return originOf({ requestId: id, address: ip, headers });
}
