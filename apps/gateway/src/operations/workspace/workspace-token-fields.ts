import { ConsoleRole, type WorkspaceToken } from "@parley/contracts/workspace";
import * as z from "zod";
import { roles } from "../../credentials/rights.ts";
import { timestampMs } from "../fields.ts";
import { texts } from "../texts.ts";
import { fromRole } from "./auth-token-fields.ts";

/** A workspace token in a response. */
export const storedWorkspaceToken = z.object({
  tokenId: z.string().meta({ description: "Identifies the token when it is changed, rotated or revoked; not a secret." }),
  token: z.string().meta({ description: "Masked except for its last four characters." }),
  name: z.string().meta(texts.displayName),
  role: z.enum(roles).meta({ description: "The role of the token, or of the session." }),
  createdAt: timestampMs().meta(texts.createdAt),
  expiresAt: timestampMs().nullable().meta({ description: "When it expires, in milliseconds since the epoch; null if it does not." }),
  lastUsedAt: timestampMs()
    .nullable()
    .meta({ description: "When it was last used, to within about a minute; null if no use has been recorded." }),
  sessionRole: z.enum(roles).nullable().meta({
    description: "The role of a session of the console; null for a token created here.",
  }),
  replacedBy: z.string().nullable().meta({ description: "The `tokenId` of the token that replaced it in a rotation." }),
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
  role,
  replacedBy,
}: WorkspaceToken): z.output<typeof storedWorkspaceToken> {
  const expiresAt = expiresAtMs === undefined ? null : Number(expiresAtMs);
  return {
    tokenId,
    token: maskedToken,
    name,
    role: fromRole(role),
    createdAt: Number(createdAtMs),
    expiresAt,
    lastUsedAt: lastUsedAtMs === undefined ? null : Number(lastUsedAtMs),
    sessionRole: sessionRoles[sessionRole],
    replacedBy: replacedBy === "" ? null : replacedBy,
  };
}
