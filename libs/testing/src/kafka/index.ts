export { kafkaForTests } from "./kafka-for-tests.ts";
export { type KafkaBroker, startKafkaBroker } from "./start-kafka-broker.ts";
