import { Failure } from "@parley/kernel";
import { RemoteFailure } from "@parley/rpc";
import { type Actor, type Origin, originOf } from "../../audit/audit-log.ts";
import type { Audit } from "../../audit/use-audit.ts";
import type { Headers } from "../../credentials/credential-check.ts";

/** Who signs in, or tries to. */
interface SignIn {
  readonly workspaceId: string;
  /** Empty for somebody who presented a token. */
  readonly person: string;
  /** The workspace's token that was presented. */
  readonly tokenId?: string;
}

/** Records in the audit log who signs in to the console, out of it, and who is refused there. */
export class SignInRecords {
  readonly #audit: Audit;

  constructor(audit: Audit) {
    this.#audit = audit;
  }

  /** Lets somebody in, between intent and outcome. Nobody is let in when that cannot be recorded. */
  signedIn<Result>(signIn: SignIn, origin: Origin, work: () => Promise<Result>): Promise<Result> {
    return this.#recorded("console.signIn", signIn, origin, work);
  }

  signedOut<Result>(signIn: SignIn, origin: Origin, work: () => Promise<Result>): Promise<Result> {
    return this.#recorded("console.signOut", signIn, origin, work);
  }

  /** Records a refusal, as far as the bounds allow. Never fails: the refusal is the answer in any case. */
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
    return this.#audit.log.begin({ workspaceId, action, actor, targets: [], apiKeyId: "", changes: [], origin });
  }
}

function isRefusal(error: unknown): boolean {
  const failure = error instanceof RemoteFailure ? error.failure : error;
  return failure instanceof Failure && failure.kind !== "unavailable" && failure.kind !== "deadline_exceeded";
}

/** Where a request of a browser comes from. */
export function originOfPage({ id, ip, headers }: { readonly id: string; readonly ip: string; readonly headers: Headers }): Origin {
  return originOf({ requestId: id, address: ip, headers });
}
