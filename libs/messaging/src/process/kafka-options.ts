import { ConfigError, type Logger } from "@parley/runtime";
import type { KafkaOptions } from "../bus/kafka-client.ts";
import type { MessagingConfig } from "./settings.ts";

export function kafkaOptions(config: MessagingConfig, log: Logger): KafkaOptions {
  return {
    brokers: config.kafkaBrokers,
    clientId: "parley",
    prefix: config.kafkaPrefix,
    ssl: config.kafkaSsl,
    sasl: login(config),
    sessionMs: config.kafkaSessionMs,
    log,
  };
}

function login({ kafkaSaslMechanism: mechanism, kafkaUsername: username, kafkaPassword: password }: MessagingConfig): KafkaOptions["sasl"] {
  if (mechanism === undefined) return undefined;
  if (username === undefined || password === undefined) {
    throw new ConfigError(["PARLEY_KAFKA_SASL_MECHANISM needs PARLEY_KAFKA_USERNAME and PARLEY_KAFKA_PASSWORD."]);
  }
  // kafkajs has one type for each mechanism; the fields are the same.
  return { mechanism, username, password } as KafkaOptions["sasl"];
}
