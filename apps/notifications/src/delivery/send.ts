import type { Channel, Leased, Recorded, Word } from "./channel.ts";
import type { Destination } from "./destination.ts";
import type { Leases } from "./leases.ts";

interface SendOptions<Row extends Leased, Delivery extends Row, Outcome extends Recorded> {
  readonly channel: Channel<Row, Delivery, Outcome>;
  readonly leases: Leases<Row>;
  readonly rest: (destination: Destination<Delivery>) => Promise<void>;
  readonly onOutcome: (outcome: Outcome) => void;
}

/** Attempts a delivery that is still leased, and applies the result to the delivery and to its destination. */
export async function send<Row extends Leased, Delivery extends Row, Outcome extends Recorded>(
  { channel, leases, rest, onOutcome }: SendOptions<Row, Delivery, Outcome>,
  destination: Destination<Delivery>,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<void> {
  // The process that has it now sends it.
  if (!leases.has(delivery)) return;
  const putBack = (delayMs: number) => leases.putBack([{ row: delivery, delayMs }]);
  try {
    const attempted = await channel.send(delivery, {
      signal,
      rest: () => rest(destination),
      holdOff: (ms) => destination.holdOff(ms),
      moveTo: (address) => void destination.moveTo(address),
    });
    if (attempted === undefined) leases.release([delivery]);
    else if ("delayMs" in attempted) await putBack(attempted.delayMs);
    else {
      const isPaused = judge(destination, attempted);
      onOutcome(attempted.outcome);
      if (isPaused) channel.onPaused?.(delivery, attempted);
    }
  } catch {
    // The process is stopping, or the database is down: it was not sent, or it will be sent again.
    await putBack(0);
  }
}

/**
 * Lets the result of a request decide about the next ones to its destination, unless that has moved meanwhile. Returns whether a pause begins
 * because too many have failed.
 */
export function judge(judged: Destination<unknown>, { destination, pauseMs, address }: Word): boolean {
  if (!judged.isAt(address)) return false;
  const { breaker } = judged;
  const nowMs = performance.now();
  if (destination === "works") breaker.succeeded();
  const isPaused = destination === "fails" && breaker.failed(nowMs);
  if (pauseMs !== undefined) breaker.pauseUntil(nowMs + pauseMs);
  return isPaused;
}
