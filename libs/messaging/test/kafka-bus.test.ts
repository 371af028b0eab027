import { kafkaForTests } from "@parley/testing/kafka";
import { describe, test } from "vitest";
import { busContract } from "./bus-contract.ts";
import { newTopics } from "./kafka.ts";

const brokers = await kafkaForTests();

if (brokers === undefined) describe.skip("the Kafka bus", () => test("has no broker here", () => undefined));
else busContract("Kafka", () => newTopics(brokers));
