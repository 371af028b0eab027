import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// Of the room for old objects that V8 allows until the end of its next collection, in percent: marking begins in pauses of the event loop at
// the first share, and at once at the second.
const beginsInPauses = 50;
const beginsAtOnce = 80;

/**
 * Leaves processors to everything else while V8 marks the heap, and lets it mark less often. Set here, because Node 24 refuses these flags in
 * `NODE_OPTIONS`.
 *
 * V8 marks in the background with up to four threads, however few processors there are: on two, they kept the event loop, and the database
 * beside it, from running for tens of milliseconds. It also begins to mark once it has less room than new objects may take (up to 64 MB). In
 * a heap of 256 MB that is nearly always: every 15 MB of new connections started a collection.
 */
export function limitMarking(): void {
  setFlagsFromString(`--concurrent-marking-max-worker-num=${Math.max(1, availableParallelism() - 1)}`);
  setFlagsFromString(`--incremental-marking-soft-trigger=${beginsInPauses}`);
  setFlagsFromString(`--incremental-marking-hard-trigger=${beginsAtOnce}`);
}

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
