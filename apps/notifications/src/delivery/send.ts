import type { Channel, Health, Recorded } from "./channel.ts";
import type { Claimed, Wait } from "./claimed.ts";
import type { Destination } from "./destination.ts";
import type { Hand } from "./hand.ts";

/** How deliveries leave the hand. */
export interface Handling<Row extends Claimed, Delivery extends Row, Outcome extends Recorded> {
  readonly channel: Channel<Row, Delivery, Outcome>;
  readonly hand: Hand<Row>;
  readonly onOutcome: (outcome: Outcome) => void;
  readonly putOff: (waits: readonly Wait<Row>[]) => Promise<void>;
  /** Forgets deliveries and the later ones of their sequences: they are to be read again. */
  readonly giveBack: (rows: readonly Row[]) => void;
  /** Gives back those of these deliveries that have not begun. */
  readonly recall: (rows: readonly Row[]) => void;
}

/** Attempts a delivery that is still in hand, and applies the result to the delivery and its destination. */
export async function send<Row extends Claimed, Delivery extends Row, Outcome extends Recorded>(
  { channel, hand, onOutcome, putOff, giveBack }: Handling<Row, Delivery, Outcome>,
  returnWaiting: (destination: Destination<Delivery>) => void,
  destination: Destination<Delivery>,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<void> {
  if (!hand.begin(delivery)) return;
  try {
    const attempted = await channel.send(delivery, {
      signal,
      returnWaiting: () => returnWaiting(destination),
      moveTo: (address) => void destination.moveTo(address),
    });
    if (attempted === undefined) hand.drop([delivery]);
    else if ("delayMs" in attempted) await putOff([{ row: delivery, delayMs: attempted.delayMs }]);
    else {
      const isPaused = applyTo(destination, attempted);
      onOutcome(attempted.outcome);
      if (isPaused) await channel.onPaused?.(delivery, attempted);
    }
  } catch {
    // The process is stopping, or the database is down: the delivery was not sent, or will be sent again.
    giveBack([delivery]);
  }
}

/**
 * Applies what a request shows to the breaker of its destination, unless that has moved meanwhile. Returns whether a pause begins after too
 * many failures.
 */
export function applyTo(destination: Destination<unknown>, { destination: state, pauseMs, address }: Health): boolean {
  if (!destination.isAt(address)) return false;
  const { breaker } = destination;
  const nowMs = performance.now();
  if (state === "works") breaker.reset();
  const isPaused = state === "fails" && breaker.failed(nowMs);
  if (pauseMs !== undefined) breaker.pauseUntil(nowMs + pauseMs);
  return isPaused;
}
