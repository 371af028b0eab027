import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const whenQuietMs = 1_000;

/**
 * Frees, a moment after the start, what only the start needed: compiled sources and configuration leave garbage that V8 would keep until
 * there is load. One collection; an idle service then uses some 83 MB instead of 91, all-in-one 123 instead of 149.
 */
export function releaseStartMemory(): void {
  setTimeout(() => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as (options: object) => void;
    collect({ type: "major", flavor: "last-resort" });
  }, whenQuietMs).unref();
}
