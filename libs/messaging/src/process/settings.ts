import { type ConfigOf, type ConfigShape, constant, flag, integer, list, optionalText, setting, text } from "@parley/runtime";
import * as z from "zod";

const mechanisms = ["plain", "scram-sha-256", "scram-sha-512"] as const;

/** The settings of a module that publishes or consumes events, or does leased work. */
export const messagingSettings = {
  kafkaBrokers: list("PARLEY_KAFKA_BROKERS", {
    description: "Comma-separated host:port of Kafka brokers. Unset, a process of several modules uses the bus within the process.",
    problem: ({ kafkaBrokers, embeddedBus }, sharing) =>
      (kafkaBrokers as readonly string[] | undefined)?.length === 0 && sharing === 1 && embeddedBus === false
        ? "PARLEY_KAFKA_BROKERS is required by a service that runs in its own process: without Kafka its events would reach no other service."
        : undefined,
  }),
  kafkaPrefix: text("PARLEY_KAFKA_PREFIX", {
    description: "Prefix of the name of every topic and consumer group, for clusters that several systems share.",
    default: "parley.",
  }),
  kafkaSsl: flag("PARLEY_KAFKA_SSL", { description: "Whether connections to Kafka use TLS.", default: false }),
  kafkaSaslMechanism: setting("PARLEY_KAFKA_SASL_MECHANISM", {
    description: `How to log in to Kafka: ${mechanisms.join(", ")}. Unset means without a login.`,
    schema: z.enum(mechanisms).optional(),
    problem: ({ kafkaSaslMechanism: mechanism, kafkaUsername: username, kafkaPassword: password }) =>
      mechanism !== undefined && (username === undefined || password === undefined)
        ? "PARLEY_KAFKA_SASL_MECHANISM needs PARLEY_KAFKA_USERNAME and PARLEY_KAFKA_PASSWORD."
        : undefined,
  }),
  kafkaUsername: optionalText("PARLEY_KAFKA_USERNAME", { description: "User name of the login." }),
  kafkaPassword: optionalText("PARLEY_KAFKA_PASSWORD", { description: "Password of the login.", secret: true }),
  /** Milliseconds without a heartbeat after which Kafka gives a consumer's partitions to others. */
  kafkaSessionMs: constant(15_000),
  embeddedBus: flag("PARLEY_EMBEDDED_BUS", {
    description: "Lets a process of one module run without Kafka, for development and tests: its events do not leave the process.",
    default: false,
  }),
  /**
   * Longest pause of an idle relay or worker in milliseconds; also the delay of events whose process stopped before it
   * published them.
   */
  outboxPollMs: constant(1_000),
  consumerConcurrency: integer("PARLEY_CONSUMER_CONCURRENCY", {
    description: "Batches of events that a service handles at the same time; each takes a database connection.",
    default: 4,
    min: 1,
    max: 64,
  }),
  /** Attempts to handle an event whose failure may be temporary, before it becomes a dead letter. */
  consumerMaxAttempts: constant(6),
  inboxRetentionHours: integer("PARLEY_INBOX_RETENTION_HOURS", {
    description: "Hours for which the inbox remembers a handled event; must be longer than topics keep it (PARLEY_TOPIC_RETENTION_HOURS).",
    default: 14 * 24,
    min: 1,
    max: 24 * 365,
  }),
  deadLetterRetentionDays: integer("PARLEY_DEAD_LETTER_RETENTION_DAYS", {
    description: "Days for which a dead letter waits for an operator; there is a warning three days before the first is removed.",
    default: 30,
    min: 4,
    max: 45,
  }),
  /** Milliseconds that running work gets to finish when the process stops. */
  workGraceMs: constant(10_000),
} satisfies ConfigShape;

export type MessagingConfig = ConfigOf<typeof messagingSettings>;

/** The settings of the command that creates topics. */
export const topicSettings = {
  topicPartitions: integer("PARLEY_TOPIC_PARTITIONS", {
    description:
      "Partitions of a new topic, which is the number of processes of a service that can share its events. Raising it later would break the order of keys.",
    default: 48,
    min: 1,
    max: 1_000,
  }),
  topicReplication: integer("PARLEY_TOPIC_REPLICATION", {
    description: "Brokers that hold each partition; 3 lets one fail without loss or pause.",
    default: 1,
    min: 1,
    max: 9,
  }),
  topicRetentionHours: integer("PARLEY_TOPIC_RETENTION_HOURS", {
    description: "Hours for which a topic keeps an event, which is how long a consumer may be down without missing it.",
    default: 7 * 24,
    min: 1,
    max: 24 * 365,
  }),
} satisfies ConfigShape;

export type TopicConfig = ConfigOf<typeof topicSettings>;
