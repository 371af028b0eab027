import { type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { enqueue, eventParameters } from "@parley/messaging";
import { nowMs, outbox, workspaceTokens } from "../schema.ts";
import { credentialsChanged } from "../settings/credentials-changed.store.ts";

const change = statement(
  "workspace.change_workspace_token",
  {
    workspaceId: workspaceTokens.workspaceId,
    tokenId: workspaceTokens.tokenId,
    tokenName: workspaceTokens.tokenName,
    tokenRole: workspaceTokens.tokenRole,
    higherRoles: listOf(types.text),
    ...eventParameters,
  },
  { tokenId: workspaceTokens.tokenId },
  sql`with changed as (
     update ${workspaceTokens} set ${workspaceTokens.tokenName} = $tokenName, ${workspaceTokens.tokenRole} = $tokenRole
     where ${workspaceTokens.workspaceId} = $workspaceId and ${workspaceTokens.tokenId} = $tokenId returning ${workspaceTokens.tokenId}
   ), sessions as (
     update ${workspaceTokens} set ${workspaceTokens.sessionRole} = $tokenRole
     where ${workspaceTokens.workspaceId} = $workspaceId and ${workspaceTokens.parentTokenId} = $tokenId
       and ${workspaceTokens.sessionRole} = any($higherRoles)
   ), ${enqueue(outbox, sql`exists (select from changed)`)}
   select ${workspaceTokens.tokenId} from changed`,
);

interface ChangedWorkspaceToken {
  readonly workspaceId: string;
  readonly tokenId: string;
  readonly tokenName: string;
  readonly tokenRole: string;
  /** The roles that a session begun with the token may no longer have. */
  readonly higherRoles: readonly string[];
}

/** Changes a token, and the role of sessions begun with it. Publishes the change, so that caches of both are invalidated. */
export async function changeWorkspaceToken(db: Db, changed: ChangedWorkspaceToken): Promise<void> {
  await db.run(change, { ...changed, ...credentialsChanged({ workspaceId: changed.workspaceId, apiKeyId: "" }) });
}

// If the token or a session already has an expiry, the earlier one counts.
const replace = statement(
  "workspace.replace_workspace_token",
  {
    workspaceId: workspaceTokens.workspaceId,
    tokenId: workspaceTokens.tokenId,
    replacedBy: workspaceTokens.tokenId,
    overlapMs: types.bigint,
    ...eventParameters,
  },
  { expiresAtMs: types.bigint },
  sql`with replaced as (
     update ${workspaceTokens} set ${workspaceTokens.expiresAtMs} = least(${workspaceTokens.expiresAtMs}, ${nowMs} + $overlapMs),
       ${workspaceTokens.replacedBy} = case when ${workspaceTokens.tokenId} = $tokenId then $replacedBy end
     where ${workspaceTokens.workspaceId} = $workspaceId
       and (${workspaceTokens.tokenId} = $tokenId or ${workspaceTokens.parentTokenId} = $tokenId)
     returning ${workspaceTokens.tokenId}, ${workspaceTokens.expiresAtMs}
   ), ${enqueue(outbox, sql`exists (select from replaced)`)}
   select ${workspaceTokens.expiresAtMs} from replaced where ${workspaceTokens.tokenId} = $tokenId`,
);

interface ReplacedWorkspaceToken {
  readonly workspaceId: string;
  readonly tokenId: string;
  readonly replacedBy: string;
  readonly overlapMs: number;
}

/**
 * Replaces a token by another one: the old token expires after the overlap, and so do sessions begun with it. Returns when it expires;
 * publishes that, so that caches of it are invalidated.
 */
export async function replaceWorkspaceToken(db: Db, replaced: ReplacedWorkspaceToken): Promise<number> {
  const told = credentialsChanged({ workspaceId: replaced.workspaceId, apiKeyId: "" });
  return (await db.row(replace, { ...replaced, ...told }))?.expiresAtMs ?? 0;
}

const removeReplaced = statement(
  "workspace.delete_replaced_workspace_tokens",
  { workspaceId: workspaceTokens.workspaceId },
  {},
  sql`delete from ${workspaceTokens} where ${workspaceTokens.workspaceId} = $workspaceId and ${workspaceTokens.replacedBy} is not null
    and ${workspaceTokens.expiresAtMs} <= ${nowMs}`,
);

/** Deletes the rotated and expired tokens of a workspace, which would otherwise count towards its limit. */
export async function deleteReplacedWorkspaceTokens(db: Db, workspaceId: string): Promise<void> {
  await db.run(removeReplaced, { workspaceId });
}
