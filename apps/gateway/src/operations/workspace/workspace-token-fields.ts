import { ConsoleRole, type WorkspaceToken } from "@parley/contracts/workspace";
import * as z from "zod";
import { roles } from "../../credentials/credential.ts";
import { timestampMs } from "../fields.ts";

/** A token of a workspace as it is read. */
export const storedWorkspaceToken = z.object({
  tokenId: z.string().meta({ description: "Identifies the token when it is revoked; not a secret." }),
  token: z.string().meta({ description: "Masked but for its last four characters." }),
  name: z.string(),
  createdAt: timestampMs(),
  expiresAt: timestampMs().nullable().meta({ description: "Null when it does not expire." }),
  lastUsedAt: timestampMs()
    .nullable()
    .meta({ description: "When it was last used, to within about a minute; null if no use has been recorded." }),
  sessionRole: z.enum(roles).nullable().meta({
    description: "The role of a session of the console; null for a token created here.",
  }),
});

const sessionRoles = {
  [ConsoleRole.UNSPECIFIED]: null,
  [ConsoleRole.READ]: "read",
  [ConsoleRole.ACT]: "act",
  [ConsoleRole.ADMINISTRATE]: "administrate",
} as const;

export function fromWorkspaceToken({
  tokenId,
  maskedToken,
  name,
  createdAtMs,
  expiresAtMs,
  sessionRole,
  lastUsedAtMs,
}: WorkspaceToken): z.output<typeof storedWorkspaceToken> {
  const expiresAt = expiresAtMs === undefined ? null : Number(expiresAtMs);
  return {
    tokenId,
    token: maskedToken,
    name,
    createdAt: Number(createdAtMs),
    expiresAt,
    lastUsedAt: lastUsedAtMs === undefined ? null : Number(lastUsedAtMs),
    sessionRole: sessionRoles[sessionRole],
  };
}
