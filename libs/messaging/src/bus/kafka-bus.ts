import { randomText } from "@parley/kernel";
import type { Kafka } from "kafkajs";
import type { Bus, BusMessage, Lag, Subscribed, Subscription, Undelivered } from "./bus.ts";
import { createKafka, type KafkaOptions } from "./kafka-client.ts";
import { KafkaPublisher } from "./kafka-publisher.ts";
import { retentionProblems } from "./kafka-retention.ts";
import { KafkaSubscriber } from "./kafka-subscriber.ts";

/** The bus between processes. While brokers are down, messages are only delayed: events wait in the outboxes. */
export class KafkaBus implements Bus {
  readonly batchSize = 1_000;
  readonly #options: KafkaOptions;
  readonly #kafka: Kafka;
  readonly #publisher: KafkaPublisher;
  readonly #subscribers = new Set<KafkaSubscriber>();

  constructor(options: KafkaOptions) {
    this.#options = options;
    this.#kafka = createKafka(options);
    this.#publisher = new KafkaPublisher(this.#kafka, options.prefix);
  }

  publish(messages: readonly BusMessage[]): Promise<readonly Undelivered[]> {
    return this.#publisher.publish(messages);
  }

  subscribe(subscription: Subscription): Subscribed {
    const { prefix, sessionMs, log } = this.#options;
    // A broadcast needs a separate group for each process. It commits nothing, so brokers forget the group within ten minutes once it is
    // empty.
    const groupId = `${prefix}${subscription.group}${subscription.broadcast ? `-${randomText(12)}` : ""}`;
    const subscriber = new KafkaSubscriber({ kafka: this.#kafka, prefix, groupId, sessionMs, log, subscription });
    this.#subscribers.add(subscriber);
    return {
      close: async () => {
        this.#subscribers.delete(subscriber);
        await subscriber.close();
      },
    };
  }

  retentionProblems(topics: readonly string[], inboxRetentionMs: number): Promise<string[]> {
    const names = topics.map((topic) => this.#options.prefix + topic);
    return retentionProblems(this.#kafka, names, inboxRetentionMs);
  }

  lag(): readonly Lag[] {
    return [...this.#subscribers].flatMap((subscriber) => subscriber.lag());
  }

  async close(): Promise<void> {
    await Promise.all([...this.#subscribers].map((subscriber) => subscriber.close()));
    await this.#publisher.close();
  }
}
