import { currentContext } from "@parley/kernel";
import { originOf } from "../audit/audit-log.ts";
import { targetsOf } from "../audit/targets.ts";
import type { Audit } from "../audit/use-audit.ts";
import { type Credential, isOfKey } from "../credentials/credential.ts";
import type { Checked, Headers } from "../credentials/credential-check.ts";
import type { Operation } from "../operations/operation.ts";
import { actorOf } from "./recorded-acts.ts";

/** Records in the audit log that a caller with valid credentials lacked the rights for an administrative act. Never fails. */
export function recordDenied({ log, bounds, onLost }: Audit) {
  return async (
    operation: Checked & Partial<Pick<Operation, "sdk" | "isAudited">>,
    credential: Credential,
    from: From,
    data: Data = {},
  ): Promise<void> => {
    const { sdk, isAudited } = operation;
    if (sdk === undefined || credential.level === "admin" || !isAudited) return;
    const { workspaceId } = credential;
    if (!bounds.admits(workspaceId)) return;
    try {
      const act = await log.begin({
        workspaceId,
        action: sdk,
        actor: actorOf(credential),
        targets: targetsOf(data),
        apiKeyId: isOfKey(credential) ? credential.apiKeyId : "",
        changes: [],
        origin: originOf({ ...from, requestId: currentContext()?.requestId ?? "" }),
      });
      await act.end("refused");
    } catch (error) {
      onLost(error);
    }
  };
}

/** The request's data, if it is known already. */
type Data = Readonly<Record<string, unknown>>;

interface From {
  readonly headers: Headers;
  readonly address: string;
}
