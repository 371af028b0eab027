import type { Target } from "./config/target.ts";

/** The id of a delivery: the same in every attempt and every repetition of the event, another for each of the two endpoints. */
export function webhookIdOf(eventId: string, target: Target): string {
  return `evt_${eventId.replaceAll("-", "")}_${target}`;
}
