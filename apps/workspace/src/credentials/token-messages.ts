import type { MessageInitShape } from "@bufbuild/protobuf";
import type { AuthTokenSchema, WorkspaceTokenSchema } from "@parley/contracts/workspace";
import type { AuthTokenRow } from "./auth-tokens.store.ts";
import { rightsMessage } from "./token-rights.ts";
import { roleMessage } from "./token-role.ts";
import type { WorkspaceTokenRow } from "./workspace-tokens.store.ts";

export function workspaceTokenMessage({
  tokenId,
  tokenName: name,
  maskedToken,
  createdAtMs,
  expiresAtMs,
  sessionRole,
  lastUsedAtMs,
  tokenRole,
  replacedBy,
}: Omit<WorkspaceTokenRow, "expired">): MessageInitShape<typeof WorkspaceTokenSchema> {
  return {
    tokenId,
    name,
    maskedToken,
    createdAtMs: BigInt(createdAtMs),
    role: roleMessage(sessionRole ?? tokenRole),
    replacedBy: replacedBy ?? "",
    ...(expiresAtMs === null ? {} : { expiresAtMs: BigInt(expiresAtMs) }),
    ...(sessionRole === null ? {} : { sessionRole: roleMessage(sessionRole) }),
    ...(lastUsedAtMs === null ? {} : { lastUsedAtMs: BigInt(lastUsedAtMs) }),
  };
}

type ShownToken = Omit<AuthTokenRow, "sealedToken" | "expired"> & { readonly token: string };

export function authTokenMessage(shown: ShownToken): MessageInitShape<typeof AuthTokenSchema> {
  const { tokenId, token, tokenName: name, createdAtMs, expiresAtMs, lastUsedAtMs, replacedBy } = shown;
  return {
    tokenId,
    token,
    name,
    createdAtMs: BigInt(createdAtMs),
    rights: rightsMessage(shown),
    replacedBy: replacedBy ?? "",
    ...(expiresAtMs === null ? {} : { expiresAtMs: BigInt(expiresAtMs) }),
    ...(lastUsedAtMs === null ? {} : { lastUsedAtMs: BigInt(lastUsedAtMs) }),
  };
}
