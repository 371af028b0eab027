import { randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";
import { create, type DescMessage, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { context, propagation } from "@opentelemetry/api";
import { currentContext } from "@parley/kernel";

/** Largest payload of an event, in bytes; with its headers it fits Kafka's default limit. */
export const maxEventBytes = 1_000_000;

/** Rows of one key share a lane, and only one relay at a time works on a lane: that keeps the order of a key. */
export const laneCount = 16;

interface NewEvent<Desc extends DescMessage> {
  readonly apiKeyId: string;
  /** The unit within the API key whose events stay in order, for example the document. */
  readonly key: string;
  readonly message: MessageInitShape<Desc>;
  /** The subjects of the message (`user:u1`, `document:d1`), by which erasure finds copies of it. Without control characters. */
  readonly subjects?: readonly string[];
  /** The row of the business statement that the event belongs to, for the condition of `enqueue`. */
  readonly about?: string;
  /** Generated when absent. Consumers treat events with the same id as the same event. */
  readonly id?: string;
}

/** An event in the form of an outbox row. */
export interface Event {
  readonly id: string;
  readonly topic: string;
  readonly key: string;
  readonly type: string;
  readonly apiKeyId: string;
  readonly subjects: readonly string[];
  readonly about: string;
  readonly traceParent: string;
  readonly payload: Uint8Array;
}

/** Encodes an event of the topic. A message above `maxEventBytes` is a bug of its sender and throws. */
export function event<Desc extends DescMessage>(topic: Topic<Desc>, given: NewEvent<Desc>): Event {
  const payload = toBinary(topic.message, create(topic.message, given.message));
  if (payload.length > maxEventBytes)
    throw new Error(`An event of ${topic.name} has ${payload.length} bytes; ${maxEventBytes} are allowed.`);
  return {
    id: given.id ?? newEventId(),
    topic: topic.name,
    key: `${given.apiKeyId}/${given.key}`,
    type: topic.message.typeName,
    apiKeyId: given.apiKeyId,
    subjects: given.subjects ?? [],
    about: given.about ?? "",
    traceParent: currentTraceParent(),
    payload,
  };
}

export function laneOf(key: string): number {
  return crc32(key) % laneCount;
}

/** A UUID of version 7: it begins with the time, so that rows written together are adjacent in the inbox's index. */
export function newEventId(nowMs = Date.now()): string {
  const time = nowMs.toString(16).padStart(12, "0");
  // A random UUID of version 4 already has the other bits in place, and Node generates them in advance.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

function currentTraceParent(): string {
  if (!currentContext()?.traced) return "";
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? "";
}

/**
 * A stream of events of one message type. The name ends with its version (`activity.comments.v1`): a message that old consumers would
 * misread gets a topic of its own.
 */
export interface Topic<Desc extends DescMessage = DescMessage> {
  readonly name: string;
  readonly message: Desc;
}
