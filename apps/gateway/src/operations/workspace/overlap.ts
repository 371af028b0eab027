import * as z from "zod";
import { timestampMs } from "../fields.ts";

const daySeconds = 86_400;

/** For how long a rotated token remains valid. */
export const overlap = () =>
  z
    .int()
    .min(0)
    .max(7 * daySeconds)
    .default(daySeconds)
    .meta({ description: "Seconds for which the old token remains valid." });

export function overlapMsOf(overlapSeconds: number): bigint {
  return BigInt(overlapSeconds * 1_000);
}

/** The additional key of a response. */
export const previousExpiresAt = { previousExpiresAt: timestampMs().meta({ description: "When the old token expires." }) };
