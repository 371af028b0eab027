import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";

/**
 * Leaves a processor to everything else while V8 marks the heap. It marks in the background with up to four threads, however few processors
 * there are: on two, they kept the event loop, and the database beside it, from running for tens of milliseconds.
 */
export function limitMarking(): void {
  setFlagsFromString(`--concurrent-marking-max-worker-num=${Math.max(1, availableParallelism() - 1)}`);
}
