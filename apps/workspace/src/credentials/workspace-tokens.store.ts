import { type Db, sql, statement } from "@parley/database";
import { types, type ValuesOf } from "@parley/database/schema";
import { enqueue, eventParameters } from "@parley/messaging";
import { nowMs, outbox, workspaces, workspaceTokens } from "../schema.ts";
import { credentialsChanged } from "../settings/credentials-changed.store.ts";

interface NewWorkspaceTokenRow {
  readonly workspaceId: string;
  readonly tokenId: string;
  readonly tokenHash: Buffer;
  readonly tokenName: string;
  readonly maskedToken: string;
  readonly expiresAtMs: number | null;
  readonly sessionRole: string | null;
  readonly parentTokenId: string | null;
  readonly tokenRole: string;
}

const insert = statement(
  "workspace.insert_workspace_token",
  {
    workspaceId: workspaceTokens.workspaceId,
    tokenId: workspaceTokens.tokenId,
    tokenHash: workspaceTokens.tokenHash,
    tokenName: workspaceTokens.tokenName,
    maskedToken: workspaceTokens.maskedToken,
    expiresAtMs: workspaceTokens.expiresAtMs,
    sessionRole: workspaceTokens.sessionRole,
    parentTokenId: workspaceTokens.parentTokenId,
    tokenRole: workspaceTokens.tokenRole,
  },
  { createdAtMs: workspaceTokens.createdAtMs },
  sql`insert into ${workspaceTokens} (${workspaceTokens.workspaceId}, ${workspaceTokens.tokenId}, ${workspaceTokens.tokenHash},
    ${workspaceTokens.tokenName}, ${workspaceTokens.maskedToken}, ${workspaceTokens.expiresAtMs}, ${workspaceTokens.sessionRole},
    ${workspaceTokens.parentTokenId}, ${workspaceTokens.tokenRole})
   values ($workspaceId, $tokenId, $tokenHash, $tokenName, $maskedToken, $expiresAtMs, $sessionRole, $parentTokenId, $tokenRole)
   returning ${workspaceTokens.createdAtMs}`,
);

/** Returns when the token was created. */
export async function insertWorkspaceToken(db: Db, token: NewWorkspaceTokenRow): Promise<number> {
  return (await db.row(insert, token))?.createdAtMs ?? 0;
}

const workspaceTokenRow = {
  tokenId: workspaceTokens.tokenId,
  tokenName: workspaceTokens.tokenName,
  maskedToken: workspaceTokens.maskedToken,
  createdAtMs: workspaceTokens.createdAtMs,
  expiresAtMs: workspaceTokens.expiresAtMs,
  sessionRole: workspaceTokens.sessionRole,
  lastUsedAtMs: workspaceTokens.lastUsedAtMs,
  tokenRole: workspaceTokens.tokenRole,
  replacedBy: workspaceTokens.replacedBy,
  /** Whether it has expired. */
  expired: types.boolean,
};

/** A token as it is listed. */
export type WorkspaceTokenRow = ValuesOf<typeof workspaceTokenRow>;

const list = statement(
  "workspace.tokens_of_workspace",
  { workspaceId: workspaceTokens.workspaceId },
  workspaceTokenRow,
  sql`select ${workspaceTokens.tokenId}, ${workspaceTokens.tokenName}, ${workspaceTokens.maskedToken}, ${workspaceTokens.createdAtMs},
    ${workspaceTokens.expiresAtMs}, ${workspaceTokens.sessionRole}, ${workspaceTokens.lastUsedAtMs},
    ${workspaceTokens.tokenRole}, ${workspaceTokens.replacedBy},
    coalesce(${workspaceTokens.expiresAtMs} <= ${nowMs}, false) as expired
   from ${workspaceTokens} where ${workspaceTokens.workspaceId} = $workspaceId
   order by ${workspaceTokens.createdAtMs}, ${workspaceTokens.tokenId}`,
);

/** The tokens of a workspace, oldest first. */
export function selectWorkspaceTokens(db: Db, workspaceId: string): Promise<WorkspaceTokenRow[]> {
  return db.rows(list, { workspaceId });
}

const lock = statement(
  "workspace.lock_workspace",
  { workspaceId: workspaces.workspaceId },
  { workspaceId: workspaces.workspaceId },
  sql`select ${workspaces.workspaceId} from ${workspaces} where ${workspaces.workspaceId} = $workspaceId for no key update`,
);

/** Locks the workspace, so that its tokens are changed one at a time and can be counted. Returns whether there is such a workspace. */
export async function lockWorkspace(db: Db, workspaceId: string): Promise<boolean> {
  return (await db.row(lock, { workspaceId })) !== undefined;
}

const remove = statement(
  "workspace.delete_workspace_token",
  { workspaceId: workspaceTokens.workspaceId, tokenId: workspaceTokens.tokenId, ...eventParameters },
  { tokenId: workspaceTokens.tokenId },
  sql`with revoked as (
     delete from ${workspaceTokens} where ${workspaceTokens.workspaceId} = $workspaceId
       and (${workspaceTokens.tokenId} = $tokenId or ${workspaceTokens.parentTokenId} = $tokenId) returning ${workspaceTokens.tokenId}
   ), ${enqueue(outbox, sql`exists (select from revoked)`)}
   select ${workspaceTokens.tokenId} from revoked`,
);

/** Deletes a token, and those of the sessions begun with it. Publishes the change, so that caches of the token are invalidated. */
export async function deleteWorkspaceToken(db: Db, workspaceId: string, tokenId: string): Promise<void> {
  await db.run(remove, { workspaceId, tokenId, ...credentialsChanged({ workspaceId, apiKeyId: "" }) });
}

const removeOver = statement(
  "workspace.delete_sessions_that_are_over",
  { workspaceId: workspaceTokens.workspaceId },
  {},
  sql`delete from ${workspaceTokens} where ${workspaceTokens.workspaceId} = $workspaceId and ${workspaceTokens.sessionRole} is not null
    and ${workspaceTokens.expiresAtMs} <= ${nowMs}`,
);

/** Deletes the expired tokens of the workspace's sessions. */
export async function deleteEndedSessions(db: Db, workspaceId: string): Promise<void> {
  await db.run(removeOver, { workspaceId });
}
