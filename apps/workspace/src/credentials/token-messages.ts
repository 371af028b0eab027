import type { MessageInitShape } from "@bufbuild/protobuf";
import type { AuthTokenSchema, WorkspaceTokenSchema } from "@parley/contracts/workspace";
import { masked } from "../settings/masked.ts";
import { roleMessage } from "./console-role.ts";
import type { WorkspaceTokenRow } from "./workspace-tokens.store.ts";

export function workspaceTokenMessage({
  tokenId,
  tokenName: name,
  maskedToken,
  createdAtMs,
  expiresAtMs,
  sessionRole,
  lastUsedAtMs,
}: Omit<WorkspaceTokenRow, "expired">): MessageInitShape<typeof WorkspaceTokenSchema> {
  return {
    tokenId,
    name,
    maskedToken: maskedToken === "" ? masked("") : maskedToken,
    createdAtMs: BigInt(createdAtMs),
    ...(expiresAtMs === null ? {} : { expiresAtMs: BigInt(expiresAtMs) }),
    ...(sessionRole === null ? {} : { sessionRole: roleMessage(sessionRole) }),
    ...(lastUsedAtMs === null ? {} : { lastUsedAtMs: BigInt(lastUsedAtMs) }),
  };
}

interface ShownToken {
  readonly tokenId: string;
  readonly token: string;
  readonly name: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  readonly lastUsedAtMs: number | null;
}

export function authTokenMessage(shown: ShownToken): MessageInitShape<typeof AuthTokenSchema> {
  const { tokenId, token, name, createdAtMs, expiresAtMs, lastUsedAtMs } = shown;
  return {
    tokenId,
    token,
    name,
    createdAtMs: BigInt(createdAtMs),
    ...(expiresAtMs === null ? {} : { expiresAtMs: BigInt(expiresAtMs) }),
    ...(lastUsedAtMs === null ? {} : { lastUsedAtMs: BigInt(lastUsedAtMs) }),
  };
}
