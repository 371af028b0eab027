import type { BusMessage } from "../bus/bus.ts";
import type { OutboxRow } from "../outbox/outbox.store.ts";

export function toMessage(row: OutboxRow): BusMessage {
  return {
    topic: row.topic,
    key: row.eventKey,
    payload: row.payload,
    headers: {
      "event-id": row.eventId,
      "event-type": row.eventType,
      "event-time-ms": String(row.createdAtMs),
      "api-key-id": row.apiKeyId,
      ...(row.subjects.length > 0 ? { subjects: row.subjects.join("\n") } : {}),
      ...(row.traceParent === "" ? {} : { traceparent: row.traceParent }),
    },
  };
}
