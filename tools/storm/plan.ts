import { type App, services } from "../services/services.ts";
import { Random } from "./random.ts";

export type Target = App | "kafka" | "postgres";

/** `kill`: as a power cut does; `freeze`: it stands still and goes on; `restart`: it is stopped in order. */
type FaultKind = "kill" | "freeze" | "restart";

export interface Fault {
  readonly atMs: number;
  readonly target: Target;
  readonly kind: FaultKind;
  /** How long it is away before it is started again, or stands still. */
  readonly lastsMs: number;
}

export const targets: readonly Target[] = [...services.map(({ app }) => app), "kafka", "postgres"];

const kinds: readonly FaultKind[] = ["kill", "freeze", "restart"];
const firstAtMs = 1_000;
const pausesMs = [400, 2_200] as const;
const lastingMs: Readonly<Record<FaultKind, readonly [number, number]>> = { kill: [50, 1_500], freeze: [300, 4_000], restart: [0, 500] };
// Until it has started again and can be struck anew.
const recoveryMs = (target: Target) => (target === "kafka" ? 8_000 : target === "postgres" ? 3_000 : 2_000);

/**
 * The faults of a storm: a function of seed, duration and targets alone, so that a failing seed replays. Every target gets every kind of fault before
 * any gets one again, as far as the time goes; faults of different targets overlap.
 */
export function planFaults(seed: number, durationMs: number, struck: readonly Target[] = targets): Fault[] {
  const random = new Random(seed);
  const faults: Fault[] = [];
  const freeAtMs = new Map<Target, number>();
  let bag: Pick<Fault, "target" | "kind">[] = [];
  for (let atMs = firstAtMs; ; atMs += random.between(...pausesMs)) {
    if (bag.length === 0) bag = random.shuffled(struck.flatMap((target) => kinds.map((kind) => ({ target, kind }))));
    const index = bag.findIndex(({ target }) => (freeAtMs.get(target) ?? 0) <= atMs);
    const [drawn] = bag.splice(Math.max(0, index), 1);
    if (drawn === undefined) continue;
    const startMs = Math.max(atMs, freeAtMs.get(drawn.target) ?? 0);
    const lastsMs = random.between(...lastingMs[drawn.kind]);
    if (startMs + lastsMs > durationMs) return faults.sort((left, right) => left.atMs - right.atMs);
    faults.push({ atMs: startMs, ...drawn, lastsMs });
    freeAtMs.set(drawn.target, startMs + lastsMs + recoveryMs(drawn.target));
  }
}
