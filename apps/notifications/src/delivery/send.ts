import type { Attempted, Leased, Recorded, Word } from "./delivery.ts";
import type { Destination } from "./destination.ts";
import type { Leases } from "./leases.ts";

/** What an attempt may do besides sending. */
export interface AttemptControls {
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
  /** Gives back the deliveries that wait for the same destination. */
  readonly rest: () => Promise<void>;
  /** Says where the request goes, for destinations that move. */
  readonly moveTo: (address: string) => void;
}

export interface SendOptions<Row extends Leased, Ready extends Row, Outcome> {
  readonly leases: Leases<Row>;
  /** Fails when the delivery was not sent, or nobody can know whether it was. */
  readonly attempt: (delivery: Ready, controls: AttemptControls) => Promise<Attempted<Outcome>>;
  readonly rest: (destination: Destination<Ready>) => Promise<void>;
  readonly onOutcome: (outcome: Outcome) => void;
}

/** Attempts a delivery that is still leased, and applies the result to the delivery and to its destination. */
export async function send<Row extends Leased, Ready extends Row, Outcome extends Recorded>(
  { leases, attempt, rest, onOutcome }: SendOptions<Row, Ready, Outcome>,
  destination: Destination<Ready>,
  delivery: Ready,
  signal: AbortSignal,
): Promise<void> {
  // The process that has it now sends it.
  if (!leases.has(delivery)) return;
  const putBack = (delayMs: number) => leases.putBack([{ row: delivery, delayMs }]);
  try {
    const attempted = await attempt(delivery, {
      signal,
      rest: () => rest(destination),
      moveTo: (address) => void destination.moveTo(address),
    });
    if (attempted === undefined) leases.release([delivery]);
    else if ("delayMs" in attempted) await putBack(attempted.delayMs);
    else {
      judge(destination, attempted);
      onOutcome(attempted.outcome);
    }
  } catch {
    // The process is stopping, or the database is down: it was not sent, or it will be sent again.
    await putBack(0);
  }
}

/** Lets the result of a request decide about the next ones to its destination, unless that has moved meanwhile. */
export function judge(judged: Destination<unknown>, { destination, pauseMs, address }: Word): void {
  if (!judged.isAt(address)) return;
  const { breaker } = judged;
  const nowMs = performance.now();
  if (destination === "works") breaker.succeeded();
  else if (destination === "fails") breaker.failed(nowMs);
  if (pauseMs !== undefined) breaker.pauseUntil(nowMs + pauseMs);
}
