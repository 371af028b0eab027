import { newId } from "@parley/kernel";

const processId = newId("ask");
let count = 0;

/** An id of a call: unique over all processes, and no secret. */
export function nextCallId(): string {
  count++;
  return `${processId}-${count.toString(36)}`;
}
