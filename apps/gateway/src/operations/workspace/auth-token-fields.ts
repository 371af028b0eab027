import type { AuthToken } from "@parley/contracts/workspace";
import * as z from "zod";
import { timestampMs } from "../fields.ts";

/** An auth token as it is read, in plain text; masked for a session of the console. */
export const storedAuthToken = z.object({
  tokenId: z.string().meta({ description: "Identifies the token when it is revoked; not a secret." }),
  token: z.string(),
  name: z.string(),
  createdAt: timestampMs(),
  expiresAt: timestampMs().nullable().meta({ description: "Null when it does not expire." }),
  lastUsedAt: timestampMs()
    .nullable()
    .meta({ description: "When it was last used, to within about a minute; null if no use has been recorded." }),
});

export function fromAuthToken(found: AuthToken): z.output<typeof storedAuthToken> {
  const { tokenId, token, name, createdAtMs, expiresAtMs, lastUsedAtMs } = found;
  return {
    tokenId,
    token,
    name,
    createdAt: Number(createdAtMs),
    expiresAt: expiresAtMs === undefined ? null : Number(expiresAtMs),
    lastUsedAt: lastUsedAtMs === undefined ? null : Number(lastUsedAtMs),
  };
}
