import type { WorkspaceToken } from "@parley/contracts/workspace";
import * as z from "zod";
import { timestampMs } from "../fields.ts";

/** A token of a workspace as it is read. */
export const storedWorkspaceToken = z.object({
  tokenId: z.string().meta({ description: "Names the token where it is revoked; no secret." }),
  token: z.string().meta({ description: "Masked but for its last four characters." }),
  name: z.string(),
  createdAt: timestampMs(),
  expiresAt: timestampMs().nullable().meta({ description: "Null when it does not expire." }),
});

export function fromWorkspaceToken({
  tokenId,
  maskedToken,
  name,
  createdAtMs,
  expiresAtMs,
}: WorkspaceToken): z.output<typeof storedWorkspaceToken> {
  const expiresAt = expiresAtMs === undefined ? null : Number(expiresAtMs);
  return { tokenId, token: maskedToken, name, createdAt: Number(createdAtMs), expiresAt };
}
