import type { Logger } from "@parley/runtime";
import { Kafka, type KafkaConfig, type LogEntry, logLevel } from "kafkajs";
import "./kafka-timers.ts";

export interface KafkaOptions {
  readonly brokers: readonly string[];
  /** The client's name in the brokers' logs. */
  readonly clientId: string;
  /** Prefix of the names of topics and groups, for clusters that several systems share. */
  readonly prefix: string;
  readonly ssl: boolean;
  readonly sasl: KafkaConfig["sasl"];
  /** Time without a heartbeat after which Kafka removes a consumer from its group, in ms. */
  readonly sessionMs: number;
  readonly log: Logger;
  /** Called when a consumer group's position was before the first event that Kafka still has. */
  readonly onGap?: (gap: Gap) => void;
}

/** Events that Kafka deleted before a consumer group had read them. */
export interface Gap {
  readonly group: string;
  readonly topic: string;
}

export function createKafka({ brokers, clientId, prefix, ssl, sasl, log, onGap }: KafkaOptions): Kafka {
  return new Kafka({
    brokers: [...brokers],
    clientId,
    ssl,
    ...(sasl === undefined ? {} : { sasl }),
    connectionTimeout: 3_000,
    authenticationTimeout: 10_000,
    requestTimeout: 10_000,
    enforceRequestTimeout: true,
    retry: kafkaRetry,
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => {
      writeLog(log, entry);
      const gap = gapOf(entry, prefix);
      if (gap !== undefined) onGap?.(gap);
    },
  });
}

// Every value is given, because kafkajs uses other defaults when NODE_ENV is "test". Few attempts, because the callers retry anyway.
export const kafkaRetry = { initialRetryTime: 200, maxRetryTime: 2_000, factor: 0.2, multiplier: 2, retries: 4 };

// Outages are expected, and logged once by the callers that wait for their end; kafkajs would log each attempt.
function writeLog(log: Logger, { namespace, log: { message, ...rest } }: LogEntry): void {
  log.debug({ namespace, error: rest.error, groupId: rest.groupId }, `kafkajs: ${message}`);
}

// kafkajs continues with the oldest event that still exists, and reports that only in its log.
function gapOf({ log: { message, topic, groupId } }: LogEntry, prefix: string): Gap | undefined {
  if (!message.startsWith("Offset out of range, resetting")) return undefined;
  return { group: String(groupId).slice(prefix.length), topic: String(topic).slice(prefix.length) };
}
