import type { AuthToken } from "@parley/contracts/workspace";
import * as z from "zod";
import { timestampMs } from "../fields.ts";

/** An auth token as it is read, in clear. */
export const storedAuthToken = z.object({
  token: z.string(),
  name: z.string(),
  createdAt: timestampMs(),
  expiresAt: timestampMs().nullable().meta({ description: "Null when it does not expire." }),
});

export function fromAuthToken({ token, name, createdAtMs, expiresAtMs }: AuthToken): z.output<typeof storedAuthToken> {
  return { token, name, createdAt: Number(createdAtMs), expiresAt: expiresAtMs === undefined ? null : Number(expiresAtMs) };
}
