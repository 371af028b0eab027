import { createHash } from "node:crypto";
import { type DescMessage, fromBinary } from "@bufbuild/protobuf";
import { Failure } from "@parley/kernel";
import type { ReceivedMessage } from "../bus/bus.ts";
import type { DeadLetter } from "../dead-letters/dead-letters.store.ts";
import { maxEventBytes, type Topic } from "../events/event.ts";
import type { ReceivedEvent } from "./consumer.ts";

/** The parts of an event around its message, read from any received message; every text can be stored. */
export interface Envelope {
  readonly topic: string;
  readonly eventId: string;
  readonly eventKey: string;
  readonly eventType: string;
  readonly apiKeyId: string;
  readonly subjects: readonly string[];
  readonly traceParent: string;
  readonly timeMs: number;
  readonly payload: Uint8Array;
  readonly position: string;
  /** False when the message had no id and one was derived from its position. */
  readonly identified: boolean;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Never fails: missing or malformed parts become empty, and `decode` reports them. */
export function readEnvelope({ topic, key, payload, headers, position }: ReceivedMessage): Envelope {
  const id = headers["event-id"] ?? "";
  const identified = uuid.test(id);
  return {
    topic,
    eventId: identified ? id.toLowerCase() : idOfPlace(position),
    eventKey: storable(key),
    eventType: storable(headers["event-type"] ?? ""),
    apiKeyId: storable(headers["api-key-id"] ?? ""),
    subjects: storable(headers.subjects ?? "")
      .split("\n")
      .filter((subject) => subject !== ""),
    traceParent: storable(headers.traceparent ?? ""),
    timeMs: Number(headers["event-time-ms"]) || 0,
    payload,
    position,
    identified,
  };
}

export function envelopeOf(letter: DeadLetter): Envelope {
  return { ...letter, timeMs: letter.eventTimeMs, identified: true };
}

/** The decoded event. Fails with `invalid_argument` and a reason when this consumer cannot read it. */
export function decode(topic: Topic, envelope: Envelope): ReceivedEvent<DescMessage> {
  const { eventId, eventType, apiKeyId, subjects, payload, timeMs, identified } = envelope;
  if (!identified) throw poison("no_event_id", "The message has no valid event-id header.");
  if (eventType !== topic.message.typeName) {
    throw poison("wrong_type", `The event is of type "${eventType}"; ${topic.name} holds ${topic.message.typeName}.`);
  }
  if (payload.length > maxEventBytes) throw poison("oversized", `The event has ${payload.length} bytes; ${maxEventBytes} are allowed.`);
  try {
    return { id: eventId, apiKeyId, timeMs, subjects, message: fromBinary(topic.message, payload), payload };
  } catch (error) {
    throw poison("undecodable", `The payload is not a ${topic.message.typeName}: ${error instanceof Error ? error.message : error}`);
  }
}

function poison(reason: string, message: string): Failure {
  return new Failure("invalid_argument", message, { reason });
}

// The same position gives the same id, so that a second delivery is recognised.
function idOfPlace(position: string): string {
  return createHash("sha256")
    .update(position)
    .digest("hex")
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}
