import { bytesOfRow, PageBytes } from "@parley/kernel";
import type { AttemptRow } from "../queue/webhook-outcomes.store.ts";
import type { DeliveryRow, Detail, LogPosition } from "./webhook-log.store.ts";

// An endpoint chooses what it says, and a list shows many of them: what is shown of each is kept short.
export const detailInLists: Detail = { attempts: 3, excerptBytes: 500 };
export const detailOfOne: Detail = { attempts: 20, excerptBytes: 16 * 1024 };

/** A delivery with what is shown of its attempts, oldest first. */
interface LoggedDelivery {
  readonly row: DeliveryRow;
  readonly attempts: readonly AttemptRow[];
  /** What it carries, when that is asked for and still there. */
  readonly body: string | undefined;
}

interface LogPage {
  readonly deliveries: readonly LoggedDelivery[];
  /** Where the next page begins; undefined on the last. */
  readonly next: LogPosition | undefined;
}

/** The deliveries that one answer may hold; those that it may not, and what is behind them, are the next page. */
export function cutLog(deliveries: readonly LoggedDelivery[], next: LogPosition | undefined): LogPage {
  const bytes = new PageBytes();
  const end = deliveries.findIndex((delivery) => !bytes.admits(bytesOfRow(delivery)));
  const last = deliveries[end - 1];
  if (last === undefined) return { deliveries, next };
  return { deliveries: deliveries.slice(0, end), next: { beforeMs: last.row.createdAtMs, beforeId: last.row.deliveryId } };
}
