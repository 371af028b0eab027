import { shortened } from "@parley/kernel";
import { blockedFault } from "../providers/fault-of.ts";
import type { Ending } from "../providers/provider.ts";
import { ProviderFault } from "../providers/provider-fault.ts";

/** The fault of an answer whose ending makes it unusable; undefined for a complete text. */
export function endingFault(title: string, end: Ending["end"], hasText: boolean): ProviderFault | undefined {
  if (typeof end === "object")
    return new ProviderFault("bad_answer", `${title}: the answer ended for another reason than its end: ${shortened(String(end.other))}.`);
  switch (end) {
    case "blocked":
      return blockedFault(title);
    case "declined":
      return new ProviderFault("declined", `${title}: the model declined to answer.`);
    case "cut":
      return new ProviderFault("cut", `${title}: the model reached the longest answer that it may give before the answer was complete.`);
    case undefined:
      return new ProviderFault("unavailable", `${title} broke off its answer. Try again.`);
    case "complete":
      return hasText ? undefined : new ProviderFault("empty", `${title} answered with no text.`);
  }
}
