import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const whenQuietMs = 1_000;

/**
 * Frees the memory that only the start needed, a moment after it: compiled sources and configuration leave garbage that V8 would keep until
 * there is load. One collection brings an idle service from some 91 MB to 83, all-in-one from 149 to 123.
 */
export function releaseStartMemory(): void {
  setTimeout(() => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as (options: object) => void;
    collect({ type: "major", flavor: "last-resort" });
  }, whenQuietMs).unref();
}
